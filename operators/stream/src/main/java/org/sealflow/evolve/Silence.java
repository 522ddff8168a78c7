package org.sealflow.evolve;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.sealflow.settings.TimeSpans;

/**
 * When a run has been silent for so long that it is over. Times are rounded down to an eighth of
 * that, so that they are written, and timers set, now and then and not with every episode.
 *
 * @param longest how long a run may be silent, above 0
 */
record Silence(Duration longest) {
  private static final int SLOTS = 8;

  Silence {
    if (longest.isZero() || longest.isNegative()) {
      throw new IllegalArgumentException(
          "timeToLive is " + TimeSpans.text(longest) + ", expected above 0");
    }
  }

  /** The time that evidence of now is noted with, milliseconds since the epoch. */
  long noted(Instant now) {
    long millis = now.toEpochMilli();
    return millis - millis % slot();
  }

  /** When a key whose evidence came last then is over, milliseconds since the epoch. */
  long end(EvolutionProgress progress) {
    return progress.seenAt() + longest.toMillis() + slot();
  }

  /** Whether a key is over; one without evidence has not begun. */
  boolean isOver(@Nullable EvolutionProgress progress, Instant now) {
    return progress != null && now.toEpochMilli() >= end(progress);
  }

  private long slot() {
    return Math.max(1, longest.toMillis() / SLOTS);
  }
}
