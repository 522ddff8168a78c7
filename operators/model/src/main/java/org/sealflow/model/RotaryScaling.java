package org.sealflow.model;

/**
 * How the frequencies of the rotary embedding are stretched for contexts longer than the model was
 * first trained on.
 *
 * @param kind the rule; the numbers it does not use are 1
 * @param factor how much longer
 * @param lowFrequencyFactor wavelengths above {@code originalPositions / lowFrequencyFactor} are
 *     stretched whole
 * @param highFrequencyFactor wavelengths below {@code originalPositions / highFrequencyFactor} are
 *     left alone
 * @param originalPositions the context first trained on, in tokens
 */
public record RotaryScaling(
    Kind kind,
    double factor,
    double lowFrequencyFactor,
    double highFrequencyFactor,
    int originalPositions) {
  /** The rules. */
  public enum Kind {
    /** Frequencies as they are. */
    NONE,
    /** Every frequency divided by the factor (arXiv 2306.15595). */
    LINEAR,
    /** By wavelength, as published with Llama 3.1. */
    LLAMA3
  }

  /** Checks the numbers. */
  public RotaryScaling {
    if (!(factor > 0) || !(lowFrequencyFactor > 0) || originalPositions < 1) {
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
    return new RotaryScaling(Kind.NONE, 1, 1, 1, 1);
  }

  /** Every frequency divided by a factor. */
  public static RotaryScaling linear(double factor) {
    return new RotaryScaling(Kind.LINEAR, factor, 1, 1, 1);
  }

  /** By wavelength. */
  public static RotaryScaling llama3(
      double factor, double lowFrequencyFactor, double highFrequencyFactor, int originalPositions) {
    return new RotaryScaling(
        Kind.LLAMA3, factor, lowFrequencyFactor, highFrequencyFactor, originalPositions);
  }

  /** A frequency in radians per token, scaled. */
  double scale(double frequency) {
    return switch (kind) {
      case NONE -> frequency;
      case LINEAR -> frequency / factor;
      case LLAMA3 -> byWavelength(frequency);
    };
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
