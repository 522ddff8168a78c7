package org.sealflow.jobs.input;

import java.util.function.LongSupplier;

/**
 * The time that a partition has been read up to, milliseconds since the epoch. It never goes back.
 *
 * <p>Records move it to their own time, but never beyond the clock. The clock moves it only where
 * the partition was read to its end: all that stood in it at a time T has been read, so nothing
 * that was sent before T is still to come, and its time is at least T.
 */
final class PartitionTime {
  /** Before anything is known of a partition. */
  static final long UNKNOWN = Long.MIN_VALUE;

  private static final long NO_END = -1;

  private final LongSupplier clock;
  private long position;
  private long time = UNKNOWN;

  /** An end that was seen and is not read up to yet, and when it was asked for. */
  private long end = NO_END;

  private long endAskedAt;

  /**
   * A partition of which nothing was read.
   *
   * @param position offset of the first record to be read
   * @param clock milliseconds since the epoch
   */
  PartitionTime(long position, LongSupplier clock) {
    this.position = position;
    this.clock = clock;
  }

  /**
   * Takes a record.
   *
   * @param timestamp the record's own, milliseconds since the epoch; not to be trusted
   * @return the partition's time at this record
   */
  long read(long offset, long timestamp) {
    settle();
    position = offset + 1;
    time = Math.max(time, Math.min(timestamp, clock.getAsLong()));
    return time;
  }

  /** Takes note of where the partition began and ended at a time or later. */
  void seen(PartitionEnd seen) {
    settle();
    position = Math.max(position, seen.begin());
    // An end that is waited for is kept: a newer one would never be reached by a reader that lags.
    if (end == NO_END) {
      end = seen.end();
      endAskedAt = seen.askedAt();
    } else if (position >= seen.end()) {
      end = NO_END;
      time = Math.max(time, seen.askedAt());
    }
  }

  private void settle() {
    if (end != NO_END && position >= end) {
      end = NO_END;
      time = Math.max(time, endAskedAt);
    }
  }

  /** The time up to which all has been read; UNKNOWN before the first record or end. */
  long time() {
    settle();
    return time;
  }
}
