package org.sealflow.jobs.report.summary;

import org.sealflow.statistics.Interval;

/**
 * The share of cases in which something was so, among the times it could have been, with its
 * {@linkplain Interval#wilson Wilson interval} at 95 %.
 *
 * @param count times it was so, 0 to {@code of}
 * @param of times it could have been so
 */
public record Proportion(long count, long of) {
  /**
   * Checks the counts.
   *
   * @throws IllegalArgumentException if they are no proportion
   */
  public Proportion {
    if (count < 0 || count > of) {
      throw new IllegalArgumentException(count + " of " + of + " is no proportion");
    }
  }

  /** Whether there was any trial; without one there is no share. */
  public boolean known() {
    return of > 0;
  }

  /** The share, 0 to 1; NaN without trials. */
  public double share() {
    return (double) count / of;
  }

  /** The lower end of the interval, 0 to 1; 0 without trials. */
  public double low() {
    return Interval.wilson(count, of).low();
  }

  /** The upper end of the interval, 0 to 1; 1 without trials. */
  public double high() {
    return Interval.wilson(count, of).high();
  }
}
