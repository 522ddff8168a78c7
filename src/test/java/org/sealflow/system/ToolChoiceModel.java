package org.sealflow.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.learn.ModelPolicy;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.algorithm.LearningRate;
import org.sealflow.learn.algorithm.OptimizerSettings;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/**
 * A transformer of two layers that knows the form of a turn and nothing of which tool is for what:
 * it was taught to call a random one and to end the turn after the result.
 */
final class ToolChoiceModel {
  static final int CONTEXT = 32;

  private static final int LESSONS = 120;
  private static final int LESSON_ROWS = 48;
  private static final double LESSON_RATE = 0.01;

  private ToolChoiceModel() {}

  private static ModelConfig config() {
    return new ModelConfig(
        ModelFamily.QWEN3,
        ToolChoice.VOCABULARY,
        24,
        2,
        40,
        1e-6,
        new AttentionConfig(4, 2, 8, AttentionBias.NONE),
        new RotaryConfig(1e4, 64, RotaryScaling.none()),
        true);
  }

  /** Writes the model into a folder; its directory. */
  static Path write(Path folder) {
    Path raw = folder.resolve("raw-model");
    SplittableRandom random = new SplittableRandom(11);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config()).forEach((name, shape) -> tensors.add(tensor(name, shape, random)));
    ModelWriter.write(raw, config(), tensors);
    OptimizerSettings optimizer =
        new OptimizerSettings(LearningRate.constant(LESSON_RATE), 0, 0.9, 0.999, 1e-8, 1);
    PolicyModel model = PolicyModel.fullyTrained(raw, ModelOptions.onCpu(CONTEXT));
    Path taught = folder.resolve("model");
    try (TrainablePolicy policy = new ModelPolicy(model, optimizer, 1)) {
      for (int lesson = 0; lesson < LESSONS; lesson++) {
        teach(policy, random);
      }
      policy.save(taught);
    }
    return taught;
  }

  /** Uniform around 0, and around 1 for the gains of norms. */
  private static HostTensor tensor(String name, List<Long> shape, SplittableRandom random) {
    long size = shape.stream().reduce(1L, Math::multiplyExact);
    float[] values = new float[Math.toIntExact(size)];
    for (int i = 0; i < values.length; i++) {
      double centre = name.contains("norm") ? 1 : 0;
      values[i] = (float) (centre + random.nextDouble(-0.35, 0.35));
    }
    return new HostTensor(name, shape, values);
  }

  /** A step towards turns with a random tool: cross-entropy over what the policy says in them. */
  private static void teach(TrainablePolicy policy, SplittableRandom random) {
    List<TrainingSequence> rows = new ArrayList<>();
    for (int row = 0; row < LESSON_ROWS; row++) {
      int tool = ToolChoice.FIRST_TOOL + random.nextInt(ToolChoice.TOOLS);
      rows.add(
          new TrainingSequence(
              new int[] {row % ToolChoice.INTENTS, tool, ToolChoice.RESULT, ToolChoice.DONE},
              new boolean[] {false, true, false, true},
              null,
              new int[] {TrainingSequence.NO_TURN, 0, TrainingSequence.NO_TURN, 0}));
    }
    float push = -1f / (2 * LESSON_ROWS);
    float[][] gradient = new float[LESSON_ROWS][];
    for (int row = 0; row < LESSON_ROWS; row++) {
      gradient[row] = new float[] {0, push, 0, push};
    }
    try (TrainablePolicy.Pass pass = policy.forward(rows)) {
      pass.backward(gradient);
    }
    policy.step(LESSON_RATE, 1);
  }

  /** Mean probability, over the intents, that a model calls the right tool; 0 to 1. */
  static double accuracy(Path directory) {
    List<TokenSequence> rows = new ArrayList<>();
    for (int intent = 0; intent < ToolChoice.INTENTS; intent++) {
      int tool = ToolChoice.FIRST_TOOL + ToolChoice.toolFor(intent);
      rows.add(new TokenSequence(new int[] {intent, tool}, new boolean[] {false, true}));
    }
    try (PolicyModel model = PolicyModel.frozen(directory, ModelOptions.onCpu(CONTEXT))) {
      double sum = 0;
      for (float[] row : model.logProbs(new TokenBatch(rows), 1)) {
        sum += Math.exp(row[1]);
      }
      return sum / ToolChoice.INTENTS;
    }
  }
}
