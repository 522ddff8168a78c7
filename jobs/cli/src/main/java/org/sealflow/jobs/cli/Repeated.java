package org.sealflow.jobs.cli;

import java.time.Duration;

/** Does the same again after each pause, until the thread is interrupted or the process ends. */
final class Repeated {
  private Repeated() {}

  /** One more time. */
  interface Action {
    void run() throws InterruptedException;
  }

  /** Never returns. The first time is after the first pause. */
  static void every(Duration pause, Action action) throws InterruptedException {
    while (true) {
      Thread.sleep(pause.toMillis());
      action.run();
    }
  }
}
