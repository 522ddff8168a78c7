package org.sealflow.serve.session;

import java.time.Duration;

/**
 * Limits of sessions.
 *
 * @param mostOpen most sessions open at once, at least 1
 * @param idle how long a session may go without a request before its world is freed
 */
public record SessionSettings(int mostOpen, Duration idle) {
  /** As the environment service of the reference: an hour; and 10,000 sessions. */
  public static final SessionSettings DEFAULTS = new SessionSettings(10_000, Duration.ofHours(1));

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public SessionSettings {
    if (mostOpen < 1) {
      throw new IllegalArgumentException("mostOpen is " + mostOpen + ", expected 1 or more");
    }
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("idle is " + idle + ", expected more than 0s");
    }
  }
}
