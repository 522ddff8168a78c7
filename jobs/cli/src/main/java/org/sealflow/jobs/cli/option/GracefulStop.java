package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when the process is told to stop: runs what was registered, then
 * waits until the command has closed what it holds.
 */
public final class GracefulStop implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final long patienceMillis;
  private Runnable action = () -> {};
  private boolean stopping;

  public GracefulStop() {
    this(Duration.ofSeconds(PATIENCE_SECONDS));
  }

  /**
   * Lets a command end in order.
   *
   * @param patience how long all may take from the signal on: the action, and closing what is held
   */
  public GracefulStop(Duration patience) {
    this.patienceMillis = patience.toMillis();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "graceful-stop"));
  }

  /**
   * Runs an action when the process is told to stop; replaces the action registered before. If the
   * process has been told already, the action runs at once.
   */
  public void onSignal(Runnable replacement) {
    boolean late;
    synchronized (this) {
      action = replacement;
      late = stopping;
    }
    if (late) {
      replacement.run();
    }
  }

  private void stop() {
    if (closed.getCount() == 0) {
      return;
    }
    Runnable registered;
    synchronized (this) {
      registered = action;
      stopping = true;
    }
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    registered.run();
    try {
      boolean inTime = closed.await(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (!inTime) {
        System.err.println("sealflow: gave up waiting for an orderly end");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command holds nothing any more. */
  @Override
  public void close() {
    closed.countDown();
  }
}
