package org.sealflow.jobs.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What happens on Ctrl-C while a command runs: it is asked to stop, and the JVM waits a moment for
 * it to close what it has open. Opened before the rest, this is closed after it.
 */
final class OnInterrupt implements AutoCloseable {
  private static final int GRACE_SECONDS = 5;

  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Thread hook;

  /** From now on Ctrl-C does this; to be called once. */
  void call(Runnable stop) {
    hook =
        new Thread(
            () -> {
              stop.run();
              awaitClosed();
            },
            "stop-on-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitClosed() {
    try {
      if (!closed.await(GRACE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("sealflow: stopped before everything was closed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has closed what it had open. */
  @Override
  public void close() {
    closed.countDown();
    if (hook != null) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException stopping) {
        // The hook runs already, and ends now.
      }
    }
  }
}
