package org.sealflow.nano.induction;

/**
 * The sizes that random weights start with.
 *
 * @param embedding standard deviation of the embedding, above 0
 * @param headGain the gain of the normalizations of queries and keys, above 0. With C the head
 *     width, an attention score is at most {@code sqrt(C) gain²}: with a gain of 1 and narrow heads
 *     no score can stand out among hundreds of keys
 */
public record InitialScale(double embedding, double headGain) {
  /** The scale of the nano policy. */
  public static final InitialScale NANO = new InitialScale(0.2, 1.5);

  /** Checks the ranges. */
  public InitialScale {
    if (!(embedding > 0) || !(headGain > 0)) {
      throw new IllegalArgumentException(
          "embedding is "
              + embedding
              + " and headGain is "
              + headGain
              + ", expected positive numbers");
    }
  }
}
