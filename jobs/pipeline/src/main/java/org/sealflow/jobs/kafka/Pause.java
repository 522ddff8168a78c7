package org.sealflow.jobs.kafka;

import org.sealflow.jobs.settings.UserError;

/** Waiting between two looks at something that changes elsewhere. */
final class Pause {
  private Pause() {}

  /**
   * Waits.
   *
   * @throws UserError if the thread is interrupted; it stays so
   */
  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new UserError("interrupted while waiting for the broker", stopped);
    }
  }
}
