package org.sealflow.model.config;

/**
 * The rotary position embedding (RoPE, arXiv 2104.09864, equation 15; halves rotated as in
 * GPT-NeoX).
 *
 * @param theta base of the frequencies, {@code theta^(-2i/C)}
 * @param maximumPositions the longest context, in tokens
 * @param scaling how frequencies are stretched
 */
public record RotaryConfig(double theta, int maximumPositions, RotaryScaling scaling) {
  /** Checks the numbers. */
  public RotaryConfig {
    if (!(theta > 0) || maximumPositions < 1) {
      throw new IllegalArgumentException(
          "rope_theta is "
              + theta
              + " and max_position_embeddings is "
              + maximumPositions
              + ", expected positive numbers");
    }
  }

  /** Radians per token of each pair of a head, {@code headWidth / 2} of them. */
  public double[] frequencies(int headWidth) {
    double[] frequencies = new double[headWidth / 2];
    for (int i = 0; i < frequencies.length; i++) {
      frequencies[i] = scaling.scale(i, headWidth, theta);
    }
    return frequencies;
  }
}
