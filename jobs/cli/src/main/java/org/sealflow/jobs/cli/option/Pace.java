package org.sealflow.jobs.cli.option;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Keeps a steady rate: after a pause it catches up, so that the average holds. */
public final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private final LongSupplier nanoClock;
  private final LongConsumer sleepNanos;
  private long start;
  private long steps;

  /**
   * Starts with the first step.
   *
   * @param perSecond steps per second, above 0; infinity for no limit
   * @param nanoClock a clock that counts nanoseconds from any beginning
   * @param sleepNanos waits for so many nanoseconds
   */
  public Pace(double perSecond, LongSupplier nanoClock, LongConsumer sleepNanos) {
    this.perSecond = perSecond;
    this.nanoClock = nanoClock;
    this.sleepNanos = sleepNanos;
  }

  /** Waits until the next step is due; the first is at once. */
  public void await() {
    long now = nanoClock.getAsLong();
    if (steps == 0) {
      start = now;
    }
    long wait = start + (long) (steps / perSecond * NANOS_PER_SECOND) - now;
    steps++;
    if (wait > 0) {
      sleepNanos.accept(wait);
    }
  }
}
