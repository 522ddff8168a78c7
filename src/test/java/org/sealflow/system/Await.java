package org.sealflow.system;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waiting for something that happens elsewhere, and never for ever. */
final class Await {
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();

  private Await() {}

  /**
   * Waits until a condition holds.
   *
   * @param what is waited for, for the message
   * @throws AssertionError if it does not hold in time
   */
  static void until(String what, Duration longest, Callable<Boolean> condition) throws Exception {
    long begun = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begun > longest.toNanos()) {
        throw new AssertionError("waited " + longest.toSeconds() + " s in vain for " + what);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
