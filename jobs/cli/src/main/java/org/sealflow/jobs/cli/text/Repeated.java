package org.sealflow.jobs.cli.text;

import java.time.Duration;

/** Does the same again after each pause, until the thread is interrupted or the process ends. */
public final class Repeated {
  private Repeated() {}

  /** One more time. */
  public interface Action {
    void run() throws InterruptedException;
  }

  /** Never returns. The first time is after the first pause. */
  public static void every(Duration pause, Action action) throws InterruptedException {
    while (true) {
      Thread.sleep(pause.toMillis());
      action.run();
    }
  }
}
