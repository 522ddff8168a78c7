package org.sealflow.jobs.input;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The time of all partitions of a reader: that of the one that is furthest behind.
 *
 * <p>It goes on as the partitions do. Where it would leap, at a start, after an outage or a pause,
 * it is held back for a grace by the clock: whoever was away too can come back and say so. Records
 * are read meanwhile.
 */
final class InputTime {
  /** Ends are asked for every second; more than a few that fail are an outage. */
  private static final long LEAP_MILLIS = 5_000;

  private static final long NOT_HELD = -1;

  private final Map<Integer, PartitionTime> partitions = new TreeMap<>();
  private final long graceMillis;
  private final LongSupplier clock;
  private long time = PartitionTime.UNKNOWN;
  private long heldSince = NOT_HELD;

  /**
   * The time of no partition yet.
   *
   * @param clock milliseconds since the epoch
   */
  InputTime(Duration grace, LongSupplier clock) {
    this.graceMillis = grace.toMillis();
    this.clock = clock;
  }

  /** Adds a partition, or gives the one that was added. */
  PartitionTime partition(int number, long position) {
    return partitions.computeIfAbsent(number, added -> new PartitionTime(position, clock));
  }

  /** Takes note of an end; of a partition that is not the reader's, nothing. */
  void seen(PartitionEnd end) {
    PartitionTime partition = partitions.get(end.partition());
    if (partition != null) {
      partition.seen(end);
    }
  }

  boolean hasPartitions() {
    return !partitions.isEmpty();
  }

  /**
   * Milliseconds since the epoch; never less than before, UNKNOWN as long as one partition's is.
   */
  long advance() {
    long reached = Long.MAX_VALUE;
    for (PartitionTime partition : partitions.values()) {
      reached = Math.min(reached, partition.time());
    }
    if (partitions.isEmpty() || reached <= time) {
      return time;
    }
    if (isLeap(reached) && isHeld()) {
      return time;
    }
    heldSince = NOT_HELD;
    time = reached;
    return time;
  }

  private boolean isLeap(long reached) {
    return time == PartitionTime.UNKNOWN || reached - time > LEAP_MILLIS;
  }

  private boolean isHeld() {
    long now = clock.getAsLong();
    if (heldSince == NOT_HELD) {
      heldSince = now;
    }
    return now - heldSince < graceMillis;
  }
}
