package org.sealflow.rollout.scripted;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Does something later. */
@FunctionalInterface
interface Delay {
  void after(Duration time, Runnable action);

  /** Later by the time that really passes, on a thread of the JDK's. */
  static Delay real() {
    return (time, action) ->
        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS).execute(action);
  }
}
