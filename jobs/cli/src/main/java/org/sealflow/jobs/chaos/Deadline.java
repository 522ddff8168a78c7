package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.function.Supplier;

/** A time by which something has happened; whoever waits longer has found a hang. */
final class Deadline {
  private static final long PAUSE_MILLIS = 100;

  private final long begun = System.nanoTime();
  private final Duration length;

  private Deadline(Duration length) {
    this.length = length;
  }

  static Deadline in(Duration length) {
    return new Deadline(length);
  }

  boolean isOver() {
    return elapsed().compareTo(length) > 0;
  }

  /** The time since it was set. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /**
   * Waits a moment before the next look.
   *
   * @throws HangException if it is over
   */
  void pause(Supplier<String> hanging) throws InterruptedException {
    if (isOver()) {
      throw new HangException(hanging.get());
    }
    Thread.sleep(PAUSE_MILLIS);
  }
}
