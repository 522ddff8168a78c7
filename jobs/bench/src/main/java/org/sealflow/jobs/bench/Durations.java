package org.sealflow.jobs.bench;

import java.util.Arrays;

/** Durations in nanoseconds, as many as come; asked for their percentiles. Not thread-safe. */
public final class Durations {
  private long[] nanos = new long[1024];
  private int count;
  private boolean sorted;

  public void add(long duration) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = duration;
    sorted = false;
  }

  public int count() {
    return count;
  }

  /**
   * The smallest duration that at least this share of all do not exceed (the nearest rank).
   *
   * @param share above 0, at most 1
   * @throws IllegalStateException if there is none
   */
  double nanos(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured");
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, count);
      sorted = true;
    }
    return nanos[Math.max(0, (int) Math.ceil(share * count) - 1)];
  }

  public double micros(double share) {
    return nanos(share) / 1e3;
  }

  public double millis(double share) {
    return nanos(share) / 1e6;
  }
}
