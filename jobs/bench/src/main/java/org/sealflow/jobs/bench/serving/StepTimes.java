package org.sealflow.jobs.bench.serving;

import java.util.Arrays;
import java.util.List;

/** How long steps took, nanoseconds. Not thread-safe. */
final class StepTimes {
  private static final double MILLION = 1e6;

  private long[] nanos = new long[1024];
  private int count;

  void add(long took) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = took;
  }

  int count() {
    return count;
  }

  /** The times of several players together. */
  static StepTimes together(List<StepTimes> parts) {
    StepTimes all = new StepTimes();
    for (StepTimes part : parts) {
      for (int i = 0; i < part.count; i++) {
        all.add(part.nanos[i]);
      }
    }
    Arrays.sort(all.nanos, 0, all.count);
    return all;
  }

  /**
   * The shortest time that at least this share of all do not exceed, milliseconds; of times that
   * are sorted, as {@link #together} leaves them.
   *
   * @throws IllegalStateException if there is none
   */
  double millis(double share) {
    if (count == 0) {
      throw new IllegalStateException("nothing was measured: measure for longer");
    }
    return nanos[Math.max(0, (int) Math.ceil(share * count) - 1)] / MILLION;
  }
}
