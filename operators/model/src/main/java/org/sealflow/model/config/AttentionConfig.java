package org.sealflow.model.config;

/**
 * The attention of each layer.
 *
 * @param heads query heads
 * @param keyValueHeads key-value heads, a divisor of {@code heads}: each serves {@code heads /
 *     keyValueHeads} query heads (grouped-query attention, arXiv 2305.13245)
 * @param headWidth width of a head, even
 * @param bias which projections have one
 */
public record AttentionConfig(int heads, int keyValueHeads, int headWidth, AttentionBias bias) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if they do not go together
   */
  public AttentionConfig {
    if (heads < 1 || keyValueHeads < 1 || heads % keyValueHeads != 0) {
      throw new IllegalArgumentException(
          "num_attention_heads is "
              + heads
              + " and num_key_value_heads is "
              + keyValueHeads
              + ", expected the second to divide the first");
    }
    if (headWidth < 2 || headWidth % 2 != 0) {
      throw new IllegalArgumentException(
          "the width of a head is " + headWidth + ", expected an even number of at least 2");
    }
  }

  /** Width of all queries together. */
  public int queryWidth() {
    return heads * headWidth;
  }

  /** Width of all keys, or of all values, together. */
  public int keyValueWidth() {
    return keyValueHeads * headWidth;
  }
}
