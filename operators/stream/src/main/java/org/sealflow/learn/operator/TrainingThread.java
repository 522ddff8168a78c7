package org.sealflow.learn.operator;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingConsumer;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * One thread for all work that takes long. What comes of it is handed to the task's own thread as
 * one action of its mailbox, and so is what goes wrong.
 */
final class TrainingThread {
  private final MailboxExecutor mailbox;
  private final ExecutorService executor;
  private volatile boolean rejected;

  /** Hands results to a mailbox. */
  TrainingThread(MailboxExecutor mailbox) {
    this.mailbox = mailbox;
    this.executor =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread thread = new Thread(work, "learner");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Works behind what was asked for before.
   *
   * @param what names the work where it fails
   * @param done takes the result, on the task's thread
   */
  <T> void run(String what, Callable<T> work, ThrowingConsumer<T, Exception> done) {
    executor.execute(
        () -> {
          if (rejected) {
            return;
          }
          try {
            T result = work.call();
            hand(what, () -> done.accept(result));
          } catch (Exception | Error failure) {
            hand(
                what,
                () -> {
                  throw new IllegalStateException(
                      "the learner cannot " + what + ": " + failure.getMessage(), failure);
                });
          }
        });
  }

  private void hand(String what, ThrowingRunnable<Exception> action) {
    try {
      mailbox.execute(action, "%s", what);
    } catch (RejectedExecutionException taskEnded) {
      // Nobody is left to take the result, and a restart makes it again.
      rejected = true;
    }
  }

  /**
   * Ends the thread after what it is at.
   *
   * @param last done at the end
   * @param patience how long to wait
   * @throws IllegalStateException if it takes longer
   */
  void close(Runnable last, Duration patience) throws InterruptedException {
    if (!executor.isShutdown()) {
      executor.execute(last);
      executor.shutdown();
    }
    if (!executor.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException(
          "the learner's thread is still busy after %d s; give a pass fewer tokens (passTokens)"
              .formatted(patience.toSeconds()));
    }
  }
}
