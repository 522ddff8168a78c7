package org.sealflow.jobs.bench.learner;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.sealflow.model.config.AttentionBias;
import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Precision;
import org.sealflow.model.config.RotaryConfig;
import org.sealflow.model.config.RotaryScaling;

/** A model and the work it is given. All weights are trained, or adapters where there are some. */
public enum LearnerShape {
  /** As small as the tests' own. */
  TINY("tiny"),
  /** The form of the nano policy. */
  NANO("nano"),
  /** The form that the goals are stated for. */
  SMALL("small"),
  /** The form of Qwen2.5-0.5B in bfloat16, with adapters. */
  HALF_BILLION("0.5b"),
  /** The form of Qwen2.5-1.5B in bfloat16, with adapters. */
  ONE_AND_A_HALF_BILLION("1.5b"),
  /** A billion weights in bfloat16 and adapters, with as little work as shows that it runs. */
  BILLION("1b");

  private static final int ADAPTER_RANK = 16;

  /** Weights, gradients, two moments, and as much again for activations. */
  private static final int COPIES_TRAINED = 6;

  private static final int COPIES_FROZEN = 2;

  private final String word;

  LearnerShape(String word) {
    this.word = word;
  }

  private static AttentionConfig attention(int heads, int keyValueHeads, int headWidth) {
    return new AttentionConfig(heads, keyValueHeads, headWidth, AttentionBias.NONE);
  }

  private static ModelConfig qwen2(
      int width, int layers, int feedForwardWidth, AttentionConfig attention) {
    return new ModelConfig(
        ModelFamily.QWEN2,
        151_936,
        width,
        layers,
        feedForwardWidth,
        1e-6,
        attention,
        new RotaryConfig(1e6, 32_768, RotaryScaling.none()),
        true);
  }

  private static AttentionConfig withBiases(int heads, int keyValueHeads, int headWidth) {
    return new AttentionConfig(heads, keyValueHeads, headWidth, AttentionBias.QUERY_KEY_VALUE);
  }

  private static ModelConfig qwen3(
      int width, int layers, int feedForwardWidth, int vocabulary, AttentionConfig attention) {
    return new ModelConfig(
        ModelFamily.QWEN3,
        vocabulary,
        width,
        layers,
        feedForwardWidth,
        1e-6,
        attention,
        new RotaryConfig(1e6, 2048, RotaryScaling.none()),
        true);
  }

  /**
   * The shape of a name.
   *
   * @throws IllegalArgumentException with the names there are, where it is none of them
   */
  public static LearnerShape of(String word) {
    for (LearnerShape shape : values()) {
      if (shape.word.equals(word)) {
        return shape;
      }
    }
    throw new IllegalArgumentException(
        "expected "
            + Arrays.stream(values()).map(shape -> shape.word).collect(Collectors.joining(", ")));
  }

  /** Its name. */
  public String word() {
    return word;
  }

  /** The model. */
  public ModelConfig config() {
    return switch (this) {
      case TINY -> qwen3(64, 2, 192, 512, attention(4, 2, 16));
      case NANO -> qwen3(128, 3, 384, 1280, attention(4, 2, 64));
      case SMALL -> qwen3(256, 4, 768, 4096, attention(8, 4, 32));
      case HALF_BILLION -> qwen2(896, 24, 4864, withBiases(14, 2, 64));
      case ONE_AND_A_HALF_BILLION -> qwen2(1536, 28, 8960, withBiases(12, 2, 128));
      case BILLION ->
          new ModelConfig(
              ModelFamily.LLAMA,
              128_256,
              2048,
              16,
              8192,
              1e-5,
              attention(32, 8, 64),
              new RotaryConfig(5e5, 8192, RotaryScaling.llama3(32, 1, 4, 8192)),
              true);
    };
  }

  private boolean isLarge() {
    return switch (this) {
      case TINY, NANO, SMALL -> false;
      case HALF_BILLION, ONE_AND_A_HALF_BILLION, BILLION -> true;
    };
  }

  /** Inner width of the adapters; 0 if all weights are trained. */
  int adapterRank() {
    return isLarge() ? ADAPTER_RANK : 0;
  }

  /** Type that weights are computed in. */
  Precision precision() {
    return isLarge() ? Precision.BFLOAT16 : Precision.FLOAT32;
  }

  /** Bytes of a base weight. */
  int weightBytes() {
    return precision() == Precision.BFLOAT16 ? Short.BYTES : Float.BYTES;
  }

  /** Bytes of memory that the learner's own route takes of this shape, activations included. */
  long neededBytes() {
    int copies = adapterRank() == 0 ? COPIES_TRAINED : COPIES_FROZEN;
    return (long) copies * weightBytes() * LearnerModelFiles.parameters(config());
  }

  /** Rows of a batch. */
  int rows() {
    return isLarge() ? 1 : 8;
  }

  /** Tokens of a row. */
  int tokens() {
    return switch (this) {
      case TINY -> 128;
      case NANO, SMALL -> 512;
      case HALF_BILLION, ONE_AND_A_HALF_BILLION -> 256;
      case BILLION -> 64;
    };
  }

  /** Prompts continued at a time. */
  int prompts() {
    return isLarge() ? 4 : 32;
  }

  /** Tokens of a prompt, and as many are sampled. */
  int promptTokens() {
    return switch (this) {
      case TINY -> 32;
      case NANO, SMALL -> 64;
      case HALF_BILLION, ONE_AND_A_HALF_BILLION, BILLION -> 16;
    };
  }

  /** Tokens that count once a unit of work is done. */
  int tokens(LearnerWork work) {
    return switch (work) {
      case FORWARD, TRAINING -> rows() * tokens();
      case GENERATION -> prompts() * promptTokens();
    };
  }
}
