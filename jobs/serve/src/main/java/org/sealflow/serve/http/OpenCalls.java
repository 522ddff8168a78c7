package org.sealflow.serve.http;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The requests under way, each of which holds a thread: bounded, and waited for at the end. */
final class OpenCalls {
  private final int most;
  private final Semaphore free;
  private volatile boolean closing;

  /**
   * None yet.
   *
   * @param most begun at once, at least 1
   */
  OpenCalls(int most) {
    this.most = most;
    free = new Semaphore(most);
  }

  /**
   * Begins one, to be ended.
   *
   * @return why it is not begun: there are too many, or no more are taken; empty if it is
   */
  Optional<HttpRefusal> begin() {
    if (closing) {
      return Optional.of(HttpRefusal.closing());
    }
    return free.tryAcquire()
        ? Optional.empty()
        : Optional.of(
            HttpRefusal.busy(
                "the server is busy: " + most + " requests are under way; try again in a moment"));
  }

  /** Ends one. */
  void end() {
    free.release();
  }

  /** Takes no more and waits for those under way, so long at most. */
  void close(Duration patience) {
    closing = true;
    try {
      boolean done = free.tryAcquire(most, patience.toMillis(), TimeUnit.MILLISECONDS);
      if (done) {
        free.release(most);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
