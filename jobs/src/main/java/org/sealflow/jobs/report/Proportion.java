package org.sealflow.jobs.report;

/**
 * How often something was so among the times it could have been, with the Wilson score interval at
 * 95 % (Wilson 1927): unlike the normal interval it stays within [0, 1] and is sound for few trials
 * and for shares near 0 and 1.
 *
 * @param count times it was so, 0 to {@code of}
 * @param of times it could have been so
 */
public record Proportion(long count, long of) {
  /** The two-sided 95 % point of the normal distribution. */
  private static final double Z = 1.959963984540054;

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
    return known() && count > 0 ? centre() - halfWidth() : 0;
  }

  /** The upper end of the interval, 0 to 1; 1 without trials. */
  public double high() {
    return known() && count < of ? centre() + halfWidth() : 1;
  }

  private double centre() {
    return (share() + Z * Z / (2.0 * of)) / (1 + Z * Z / of);
  }

  private double halfWidth() {
    double variance = share() * (1 - share()) / of + Z * Z / (4.0 * of * of);
    return Z * Math.sqrt(variance) / (1 + Z * Z / of);
  }
}
