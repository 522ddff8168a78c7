package org.sealflow.nano.warm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.generate.TurnRange;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.nano.demonstration.MistakeRates;
import org.sealflow.nano.induction.InitialScale;
import org.sealflow.nano.induction.NanoStart;

/** A warm start small enough for a test: a vocabulary of 60, examples that count up. */
final class TestingWarmStart {
  static final int VOCABULARY = 60;

  private TestingWarmStart() {}

  static PolicyModel model(Path directory) {
    NanoStart.write(directory, NanoStart.config(VOCABULARY, 64), InitialScale.NANO, 3);
    return PolicyModel.fullyTrained(directory, ModelOptions.onCpu(64).withRecomputeLayers(false));
  }

  static WarmSettings settings(long seed) {
    return new WarmSettings(
        null,
        TurnRange.SHORT,
        MistakeRates.NONE,
        seed,
        new WarmSettings.Examples(64, 1, 12, 0, 1),
        new WarmSettings.Steps(200, 4, 1, new AdamWSettings(0.9, 0.98, 1e-8, 0.01)));
  }

  static WarmPlan plan() {
    CategoryWeights anyTasks = new CategoryWeights(1, 0, 0, 0);
    return new WarmPlan(
        settings(5),
        new CopySettings(2, 4, 40, 1e-3),
        new WarmPhases(
            new Phase(600, 1e-3, 1e-3, 1, 0, 0, 0, 0, anyTasks),
            new Phase(500, 1e-3, 1e-4, 0, 0, 0, 0, 0, anyTasks),
            new Phase(0, 0, 0, 0, 0, 0, 0, 0, anyTasks)),
        new JudgeSettings(400, 4, 4, 8, 2));
  }

  /** Each row counts on from a token drawn from its index. */
  static ExampleSource source() {
    return (phase, first, count) -> {
      List<Example> examples = new ArrayList<>();
      for (long index = first; index < first + count; index++) {
        SplittableRandom random = new SplittableRandom(index);
        int[] tokens = new int[random.nextInt(8, 20)];
        float[] weights = new float[tokens.length];
        int start = random.nextInt(VOCABULARY);
        for (int i = 0; i < tokens.length; i++) {
          tokens[i] = (start + i) % VOCABULARY;
          weights[i] = i < 3 ? 0 : 1;
        }
        examples.add(new Example(tokens, weights));
      }
      return examples;
    };
  }

  static WarmParts parts(Judge judge, Path checkpoints) {
    return new WarmParts(
        new CopyExercise(5, VOCABULARY),
        source(),
        judge,
        new Checkpoints(checkpoints, plan().toString()));
  }
}
