package org.sealflow.nano.induction;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/**
 * The untrained nano policy: random weights, with or without the circuit that copies
 * (nano-policy.md, "The induction init").
 */
public final class NanoStart {
  private static final double SLOW_ROTATION = 1e6;

  /** Residual branches start at half the size of the embedding, so that they do not drown it. */
  private static final double BRANCH_TO_EMBEDDING = 0.5;

  private NanoStart() {}

  /**
   * The form of the nano policy: Qwen3 with D 128, three layers, H 4, K 2, C 64 and F 384, the
   * vocabulary head tied; 0.86 million weights with a vocabulary of 950.
   *
   * @param positions the longest context, in tokens
   */
  public static ModelConfig config(int vocabularySize, int positions) {
    return new ModelConfig(
        ModelFamily.QWEN3,
        vocabularySize,
        128,
        3,
        384,
        1e-6,
        new AttentionConfig(4, 2, 64, AttentionBias.NONE),
        new RotaryConfig(SLOW_ROTATION, positions, RotaryScaling.none()),
        true);
  }

  /**
   * Writes a policy that copies: {@code config.json} and {@code model.safetensors}.
   *
   * @param directory where; must not exist yet
   * @param config two layers at least, the head tied
   * @param seed what the weights are drawn from
   * @throws IllegalArgumentException if the circuit does not fit the form
   */
  public static void write(Path directory, ModelConfig config, InitialScale scale, long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    Map<String, Matrix> weights = random(config, scale, random);
    InductionCircuit.addTo(weights, config, scale.embedding(), random);
    ModelWriter.write(directory, config, tensors(weights));
  }

  /** The same without the circuit. */
  static void writeRandom(Path directory, ModelConfig config, InitialScale scale, long seed) {
    Map<String, Matrix> weights = random(config, scale, new SplittableRandom(seed));
    ModelWriter.write(directory, config, tensors(weights));
  }

  private static List<HostTensor> tensors(Map<String, Matrix> weights) {
    return weights.entrySet().stream()
        .map(weight -> weight.getValue().named(weight.getKey()))
        .toList();
  }

  private static Map<String, Matrix> random(
      ModelConfig config, InitialScale scale, RandomGenerator random) {
    Map<String, Matrix> weights = new LinkedHashMap<>();
    TensorLayout.of(config)
        .forEach((name, shape) -> weights.put(name, random(name, shape, scale, random)));
    return weights;
  }

  private static Matrix random(
      String name, List<Long> shape, InitialScale scale, RandomGenerator random) {
    if (name.endsWith("q_norm.weight") || name.endsWith("k_norm.weight")) {
      return Matrix.filled(shape, scale.headGain());
    }
    if (shape.size() == 1) {
      return Matrix.filled(shape, 1);
    }
    double inputs = Math.sqrt(shape.get(1));
    if (name.contains("embed_tokens")) {
      return Matrix.normal(shape, scale.embedding(), random);
    }
    boolean endsBranch = name.contains("o_proj") || name.contains("down_proj");
    double gain = endsBranch ? BRANCH_TO_EMBEDDING * scale.embedding() : 1;
    return Matrix.normal(shape, gain / inputs, random);
  }
}
