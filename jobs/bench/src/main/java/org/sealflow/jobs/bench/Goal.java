package org.sealflow.jobs.bench;

/**
 * The bound a figure must hold.
 *
 * @param bound the value to reach
 * @param most whether the figure is to stay at or below the bound instead of reaching it
 */
public record Goal(double bound, boolean most) {
  /** The figure is to be so large. */
  public static Goal atLeast(double bound) {
    return new Goal(bound, false);
  }

  /** The figure is to be no larger. */
  public static Goal atMost(double bound) {
    return new Goal(bound, true);
  }

  /** Whether a value meets the goal. */
  public boolean metBy(double value) {
    return most ? value <= bound : value >= bound;
  }
}
