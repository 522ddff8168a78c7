package org.sealflow.model.config;

/**
 * Stretches the frequencies of the rotary embedding for contexts longer than the model was first
 * trained on.
 *
 * @param kind the rule; the numbers it does not use are 1
 * @param factor how much longer
 * @param lowFrequencyFactor wavelengths above {@code originalPositions / lowFrequencyFactor} are
 *     stretched whole; of YaRN the rotations over that context below which they are
 * @param highFrequencyFactor wavelengths below {@code originalPositions / highFrequencyFactor} are
 *     left alone; of YaRN the rotations above which they are
 * @param originalPositions the context first trained on, in tokens
 * @param attentionFactor what sines and cosines are multiplied with, and so the scores with its
 *     square; 1 but for YaRN
 */
public record RotaryScaling(
    Kind kind,
    double factor,
    double lowFrequencyFactor,
    double highFrequencyFactor,
    int originalPositions,
    double attentionFactor) {
  /** The rules. */
  public enum Kind {
    /** Frequencies as they are. */
    NONE,
    /** Every frequency divided by the factor (arXiv 2306.15595). */
    LINEAR,
    /** By wavelength, as published with Llama 3.1. */
    LLAMA3,
    /** By the place of a pair between two wavelengths (arXiv 2309.00071, section 3.2). */
    YARN
  }

  /** Checks the numbers. */
  public RotaryScaling {
    if (!(factor > 0)
        || !(lowFrequencyFactor > 0)
        || !(attentionFactor > 0)
        || originalPositions < 1) {
      throw new IllegalArgumentException("rotary scaling needs positive numbers");
    }
    if (kind == Kind.LLAMA3 && !(highFrequencyFactor > lowFrequencyFactor)) {
      throw new IllegalArgumentException(
          "rope_scaling.high_freq_factor is "
              + highFrequencyFactor
              + ", expected more than low_freq_factor "
              + lowFrequencyFactor);
    }
  }

  /** Frequencies as they are. */
  public static RotaryScaling none() {
    return new RotaryScaling(Kind.NONE, 1, 1, 1, 1, 1);
  }

  /** Every frequency divided by a factor. */
  public static RotaryScaling linear(double factor) {
    return new RotaryScaling(Kind.LINEAR, factor, 1, 1, 1, 1);
  }

  /** By wavelength. */
  public static RotaryScaling llama3(
      double factor, double lowFrequencyFactor, double highFrequencyFactor, int originalPositions) {
    return new RotaryScaling(
        Kind.LLAMA3, factor, lowFrequencyFactor, highFrequencyFactor, originalPositions, 1);
  }

  /**
   * YaRN.
   *
   * @param slowRotations pairs that turn less often over the original context are stretched whole
   * @param fastRotations pairs that turn more often are left alone
   */
  public static RotaryScaling yarn(
      double factor,
      double slowRotations,
      double fastRotations,
      int originalPositions,
      double attentionFactor) {
    return new RotaryScaling(
        Kind.YARN, factor, slowRotations, fastRotations, originalPositions, attentionFactor);
  }

  /** The factor of sines and cosines in YaRN unless told otherwise. */
  static double yarnAttention(double factor) {
    return factor <= 1 ? 1 : 0.1 * Math.log(factor) + 1;
  }

  /**
   * The frequency of a pair in radians per token, scaled.
   *
   * @param pair its number in a head, from 0
   * @param theta base of the frequencies
   */
  double scale(int pair, int headWidth, double theta) {
    double frequency = Math.pow(theta, -2.0 * pair / headWidth);
    return switch (kind) {
      case NONE -> frequency;
      case LINEAR -> frequency / factor;
      case LLAMA3 -> byWavelength(frequency);
      case YARN -> {
        double stretched = stretched(pair, headWidth, theta);
        yield stretched * frequency / factor + (1 - stretched) * frequency;
      }
    };
  }

  /** How far a pair is stretched, from 0 to 1. */
  private double stretched(int pair, int headWidth, double theta) {
    double first = Math.max(0, Math.floor(pairOf(highFrequencyFactor, headWidth, theta)));
    double last = Math.min(headWidth - 1, Math.ceil(pairOf(lowFrequencyFactor, headWidth, theta)));
    double width = last > first ? last - first : 0.001;
    return Math.min(1, Math.max(0, (pair - first) / width));
  }

  /** The pair that turns so often over the original context, as a fraction. */
  private double pairOf(double rotations, int headWidth, double theta) {
    return headWidth
        * Math.log(originalPositions / (rotations * 2 * Math.PI))
        / (2 * Math.log(theta));
  }

  private double byWavelength(double frequency) {
    double wavelength = 2 * Math.PI / frequency;
    if (wavelength < originalPositions / highFrequencyFactor) {
      return frequency;
    }
    if (wavelength > originalPositions / lowFrequencyFactor) {
      return frequency / factor;
    }
    double kept =
        (originalPositions / wavelength - lowFrequencyFactor)
            / (highFrequencyFactor - lowFrequencyFactor);
    return (1 - kept) * frequency / factor + kept * frequency;
  }
}
