package org.sealflow.jobs.cli.text;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Says what a command waits for, once it takes longer than a person expects. */
public final class Waiting implements AutoCloseable {
  private static final Duration FIRST = Duration.ofSeconds(3);
  private static final Duration AGAIN = Duration.ofSeconds(15);

  private final ScheduledExecutorService timer;

  private Waiting(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /**
   * Begins to wait; closing it ends the waiting.
   *
   * @param what is being done, e.g. {@code reading the patches}
   */
  public static Waiting until(String what, PrintWriter err) {
    return until(what, err, FIRST, AGAIN);
  }

  /** The same with other times than a person's. */
  public static Waiting until(String what, PrintWriter err, Duration first, Duration again) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "waiting");
              thread.setDaemon(true);
              return thread;
            });
    long begun = System.nanoTime();
    var unused =
        timer.scheduleAtFixedRate(
            () -> {
              long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
              err.println(what + " … (" + seconds + " s)");
              err.flush();
            },
            first.toMillis(),
            again.toMillis(),
            TimeUnit.MILLISECONDS);
    return new Waiting(timer);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
