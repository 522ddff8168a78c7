package org.sealflow.jobs.bench.rollout;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how long answers took, in whole milliseconds, counted from any thread in a fixed amount of
 * memory.
 */
final class AnswerTimes implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Longer ones count as so long. */
  static final int LONGEST_MILLIS = 10_000;

  private final AtomicLongArray counts = new AtomicLongArray(LONGEST_MILLIS + 1);

  void add(long millis) {
    counts.incrementAndGet((int) Math.max(0, Math.min(millis, LONGEST_MILLIS)));
  }

  /** Adds what others have counted. */
  void addAll(AnswerTimes others) {
    for (int millis = 0; millis <= LONGEST_MILLIS; millis++) {
      counts.addAndGet(millis, others.counts.get(millis));
    }
  }

  /** Those that came since. */
  AnswerTimes since(AnswerTimes earlier) {
    AnswerTimes since = new AnswerTimes();
    for (int millis = 0; millis <= LONGEST_MILLIS; millis++) {
      since.counts.set(millis, counts.get(millis) - earlier.counts.get(millis));
    }
    return since;
  }

  long count() {
    long count = 0;
    for (int millis = 0; millis <= LONGEST_MILLIS; millis++) {
      count += counts.get(millis);
    }
    return count;
  }

  /**
   * The smallest time that at least this share of all do not exceed (the nearest rank).
   *
   * @param share above 0, at most 1
   * @throws IllegalStateException if there is none
   */
  long millis(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * count()));
    long seen = 0;
    for (int millis = 0; millis <= LONGEST_MILLIS; millis++) {
      seen += counts.get(millis);
      if (seen >= rank) {
        return millis;
      }
    }
    throw new IllegalStateException("nothing was measured");
  }
}
