package org.sealflow.statistics;

/**
 * An interval that holds an unknown proportion, or a difference of two, with the confidence asked
 * for.
 *
 * @param low lower end
 * @param high upper end, not below the lower
 */
public record Interval(double low, double high) {
  /** The two-sided 95 % point of the standard normal distribution. */
  public static final double NORMAL_95 = 1.959963984540054;

  /**
   * Checks the ends.
   *
   * @throws IllegalArgumentException if they are not numbers or in the wrong order
   */
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("no interval from " + low + " to " + high);
    }
  }

  /** Whether the value lies within, the ends included. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Wilson's score interval at 95 %. */
  public static Interval wilson(long successes, long trials) {
    return wilson(successes, trials, NORMAL_95);
  }

  /** Wilson's score interval of whole counts. */
  public static Interval wilson(long successes, long trials, double z) {
    return wilson((double) successes, (double) trials, z);
  }

  /**
   * Wilson's score interval of a proportion (Wilson 1927; method 3 of Newcombe, Statistics in
   * Medicine 17, 857-872, 1998). With p = successes/n:
   *
   * <pre>
   * (p + z²/2n ± z sqrt(p(1 - p)/n + z²/4n²)) / (1 + z²/n)
   * </pre>
   *
   * Unlike the normal interval it stays within 0 and 1 and is sound for few trials and extreme
   * shares.
   *
   * @param successes 0 to {@code trials}
   * @param trials number of trials, which need not be whole where trials are not independent and
   *     count as fewer; without any the interval is 0 to 1
   * @param z two-sided point of the standard normal distribution, more than 0
   * @throws IllegalArgumentException if successes or z are out of range
   */
  public static Interval wilson(double successes, double trials, double z) {
    if (!(successes >= 0 && successes <= trials)) {
      throw new IllegalArgumentException(successes + " of " + trials + " is no proportion");
    }
    if (!(z > 0) || Double.isInfinite(z)) {
      throw new IllegalArgumentException("z is " + z + ", expected more than 0");
    }
    if (trials == 0) {
      return new Interval(0, 1);
    }
    double share = successes / trials;
    double square = z * z / trials;
    double centre = (share + square / 2) / (1 + square);
    double half =
        z * Math.sqrt(share * (1 - share) / trials + square / (4.0 * trials)) / (1 + square);
    // The ends at no and at all successes are exact; rounding would leave them beside 0 and 1.
    return new Interval(
        successes == 0 ? 0 : centre - half, successes == trials ? 1 : centre + half);
  }

  /** Newcombe's hybrid score interval at 95 %. */
  public static Interval newcombe(
      long successes, long trials, long otherSuccesses, long otherTrials) {
    return newcombe(successes, trials, otherSuccesses, otherTrials, NORMAL_95);
  }

  /** Newcombe's hybrid score interval of whole counts. */
  public static Interval newcombe(
      long successes, long trials, long otherSuccesses, long otherTrials, double z) {
    return newcombe(
        (double) successes, (double) trials, (double) otherSuccesses, (double) otherTrials, z);
  }

  /**
   * Newcombe's hybrid score interval of the difference p - q of two independent proportions (method
   * 10 of Newcombe, Statistics in Medicine 17, 873-890, 1998), from the Wilson intervals (l, u) of
   * p and (m, v) of q:
   *
   * <pre>
   * low  = p - q - sqrt((p - l)² + (v - q)²)
   * high = p - q + sqrt((u - p)² + (q - m)²)
   * </pre>
   *
   * @param successes successes of the first, 0 to {@code trials}
   * @param trials trials of the first
   * @param otherSuccesses successes of the second, 0 to {@code otherTrials}
   * @param otherTrials trials of the second
   * @param z two-sided point of the standard normal distribution, more than 0
   * @return the interval within -1 and 1; all of that where either has no trials
   * @throws IllegalArgumentException if successes or z are out of range
   */
  public static Interval newcombe(
      double successes, double trials, double otherSuccesses, double otherTrials, double z) {
    Interval first = wilson(successes, trials, z);
    Interval second = wilson(otherSuccesses, otherTrials, z);
    if (trials == 0 || otherTrials == 0) {
      return new Interval(-1, 1);
    }
    double share = successes / trials;
    double otherShare = otherSuccesses / otherTrials;
    double difference = share - otherShare;
    double down = Math.hypot(share - first.low, second.high - otherShare);
    double up = Math.hypot(first.high - share, otherShare - second.low);
    return new Interval(difference - down, difference + up);
  }
}
