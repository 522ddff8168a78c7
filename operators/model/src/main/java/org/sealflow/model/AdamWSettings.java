package org.sealflow.model;

/**
 * The constants of AdamW (arXiv 1711.05101, algorithm 2).
 *
 * @param beta1 decay of the first moment, 0 up to but not 1
 * @param beta2 decay of the second moment, 0 up to but not 1
 * @param epsilon added to the root of the bias-corrected second moment, above 0
 * @param weightDecay decoupled decay, multiplied with the learning rate; 0 or more, for all weights
 */
public record AdamWSettings(double beta1, double beta2, double epsilon, double weightDecay) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public AdamWSettings {
    check(beta1 >= 0 && beta1 < 1, "beta1", beta1, "0 up to but not 1");
    check(beta2 >= 0 && beta2 < 1, "beta2", beta2, "0 up to but not 1");
    check(epsilon > 0, "epsilon", epsilon, "a positive number");
    check(weightDecay >= 0, "weightDecay", weightDecay, "0 or more");
  }

  private static void check(boolean fact, String name, double found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is " + found + ", expected " + expected);
    }
  }

  /** As SEAL trains: 0.9, 0.999, 1e-8, weight decay 0.01. */
  public static AdamWSettings standard() {
    return new AdamWSettings(0.9, 0.999, 1e-8, 0.01);
  }
}
