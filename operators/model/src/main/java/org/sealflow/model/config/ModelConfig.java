package org.sealflow.model.config;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.model.file.ModelDirectoryException;

/**
 * The form of a transformer, as {@code config.json} of a Hugging Face directory gives it. The
 * activation of the feed-forward part is SwiGLU (arXiv 2002.05202), the normalization RMSNorm
 * (arXiv 1910.07467).
 *
 * @param family the family
 * @param vocabularySize number of token ids
 * @param width width of the residual stream ({@code hidden_size})
 * @param layers number of layers
 * @param feedForwardWidth inner width of the feed-forward part ({@code intermediate_size})
 * @param normEpsilon added to the mean square before its root
 * @param attention the attention
 * @param rotary the position embedding
 * @param tiedHead whether the embedding also serves as the vocabulary head
 */
public record ModelConfig(
    ModelFamily family,
    int vocabularySize,
    int width,
    int layers,
    int feedForwardWidth,
    double normEpsilon,
    AttentionConfig attention,
    RotaryConfig rotary,
    boolean tiedHead) {
  /** Checks the numbers. */
  public ModelConfig {
    if (vocabularySize < 1 || width < 1 || layers < 1 || feedForwardWidth < 1) {
      throw new IllegalArgumentException(
          "vocab_size, hidden_size, num_hidden_layers and intermediate_size are "
              + vocabularySize
              + ", "
              + width
              + ", "
              + layers
              + ", "
              + feedForwardWidth
              + ", expected positive numbers");
    }
    if (!(normEpsilon > 0)) {
      throw new IllegalArgumentException(
          "rms_norm_eps is " + normEpsilon + ", expected a positive number");
    }
    if (family == ModelFamily.QWEN2 && attention.bias() != AttentionBias.QUERY_KEY_VALUE) {
      throw new IllegalArgumentException("Qwen2 has biases on query, key and value");
    }
  }

  /**
   * Reads a {@code config.json}.
   *
   * @throws ModelDirectoryException one line that names every problem of it
   */
  public static ModelConfig read(Path file) {
    return ModelConfigJson.read(file);
  }

  /** The configuration as {@code config.json} holds it. */
  public Map<String, @Nullable Object> toJson() {
    return ModelConfigJson.write(this);
  }
}
