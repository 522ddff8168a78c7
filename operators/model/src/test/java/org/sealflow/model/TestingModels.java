package org.sealflow.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/** Tiny models with random weights, as directories. */
public final class TestingModels {
  public static final int VOCABULARY = 61;
  static final int CONTEXT = 96;

  private TestingModels() {}

  /** A model of each family, so that every feature occurs: biases, norms, scaling, both heads. */
  public static ModelConfig config(ModelFamily family) {
    return switch (family) {
      case QWEN2 -> config(family, 24, 4, 2, 6, RotaryScaling.none(), true);
      case QWEN3 -> config(family, 24, 6, 2, 8, RotaryScaling.none(), true);
      case LLAMA -> config(family, 32, 4, 4, 8, RotaryScaling.llama3(8, 1, 4, 32), false);
      case MISTRAL -> config(family, 32, 4, 2, 8, RotaryScaling.yarn(2, 1, 4, 64, 1.25), false);
    };
  }

  private static ModelConfig config(
      ModelFamily family,
      int width,
      int heads,
      int keyValueHeads,
      int headWidth,
      RotaryScaling scaling,
      boolean tied) {
    AttentionBias bias =
        switch (family) {
          case QWEN2 -> AttentionBias.QUERY_KEY_VALUE;
          case QWEN3, MISTRAL -> AttentionBias.NONE;
          case LLAMA -> AttentionBias.ALL;
        };
    return new ModelConfig(
        family,
        VOCABULARY,
        width,
        3,
        40,
        1e-6,
        new AttentionConfig(heads, keyValueHeads, headWidth, bias),
        new RotaryConfig(1e4, 128, scaling),
        tied);
  }

  /** The same model for longer contexts. */
  static ModelConfig withPositions(ModelConfig config, int positions) {
    return new ModelConfig(
        config.family(),
        config.vocabularySize(),
        config.width(),
        config.layers(),
        config.feedForwardWidth(),
        config.normEpsilon(),
        config.attention(),
        new RotaryConfig(config.rotary().theta(), positions, config.rotary().scaling()),
        config.tiedHead());
  }

  /** Random tensors: norms around 1, everything else around 0. */
  static List<HostTensor> tensors(ModelConfig config, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<HostTensor> tensors = new ArrayList<>();
    TensorLayout.of(config)
        .forEach(
            (name, shape) -> {
              boolean norm = name.contains("norm");
              double spread = name.contains("embed") || name.contains("lm_head") ? 0.3 : 0.15;
              long size = shape.stream().reduce(1L, Math::multiplyExact);
              float[] values = new float[(int) size];
              for (int i = 0; i < values.length; i++) {
                double value = spread * gaussian(random);
                values[i] = (float) (norm ? 1 + value : value);
              }
              tensors.add(new HostTensor(name, shape, values));
            });
    return tensors;
  }

  private static double gaussian(SplittableRandom random) {
    return Math.sqrt(-2 * Math.log(1 - random.nextDouble()))
        * Math.cos(2 * Math.PI * random.nextDouble());
  }

  /** A directory with a model. */
  public static Path write(Path folder, ModelConfig config, long seed) {
    Path directory = folder.resolve(config.family().modelType() + "-" + seed);
    ModelWriter.write(directory, config, tensors(config, seed));
    return directory;
  }

  public static ModelOptions options() {
    return ModelOptions.onCpu(CONTEXT);
  }

  /** A row of random tokens, of which those from {@code firstScored} on count. */
  static TokenSequence sequence(int length, int firstScored, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] tokens = random.ints(length, 0, VOCABULARY).toArray();
    boolean[] scored = new boolean[length];
    for (int i = firstScored; i < length; i++) {
      scored[i] = true;
    }
    return new TokenSequence(tokens, scored);
  }

  /** Rows of different lengths. */
  public static TokenBatch ragged() {
    return TokenBatch.of(sequence(19, 5, 1), sequence(7, 2, 2), sequence(30, 11, 3));
  }

  /** A gradient for each token of a batch, as some loss would give it. */
  public static float[][] gradients(TokenBatch batch, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[][] gradients = new float[batch.sequences().size()][];
    for (int row = 0; row < gradients.length; row++) {
      gradients[row] = new float[batch.sequences().get(row).length()];
      for (int i = 0; i < gradients[row].length; i++) {
        gradients[row][i] = (float) (random.nextDouble() - 0.5);
      }
    }
    return gradients;
  }
}
