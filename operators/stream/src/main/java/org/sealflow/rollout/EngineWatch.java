package org.sealflow.rollout;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when an engine is down, the policy's or the one that plays users: it has failed so often in
 * a row that its episodes would be lost one after the other. Then one at a time is let through, at
 * growing pauses, until there is an answer.
 */
final class EngineWatch {
  /** Failures in a row that are none of the episodes' doing: few beside the places for episodes. */
  static final int TOLERATED = 8;

  static final long FIRST_PAUSE_MILLIS = 1_000;
  static final long LONGEST_PAUSE_MILLIS = 30_000;

  private static final Logger LOG = LoggerFactory.getLogger(EngineWatch.class);

  private int policyFailures;
  private int userFailures;
  private long pause;
  private long nextProbe;

  /**
   * Counts a failure of an engine.
   *
   * @param user whether it is that of the user, not the policy's
   * @param why one line
   * @param now milliseconds since the epoch
   */
  void failed(boolean user, String why, long now) {
    boolean before = isDown();
    if (user) {
      userFailures++;
    } else {
      policyFailures++;
    }
    if (isDown() && !before) {
      pause = FIRST_PAUSE_MILLIS;
      nextProbe = now + pause;
      LOG.warn(
          "{} failed {} times in a row ({}): episodes wait until it answers one that tries it from"
              + " time to time",
          side(user),
          TOLERATED,
          why);
    }
  }

  /**
   * Notes that an engine has answered.
   *
   * @param user whether it is that of the user, not the policy's
   */
  void answered(boolean user) {
    boolean before = isDown();
    if (user) {
      userFailures = 0;
    } else {
      policyFailures = 0;
    }
    if (before && !isDown()) {
      LOG.info("{} answers again: episodes go on", side(user));
    }
  }

  private static String side(boolean user) {
    return user ? "the simulated user" : "the policy";
  }

  private boolean isDown() {
    return policyFailures >= TOLERATED || userFailures >= TOLERATED;
  }

  /**
   * Whether an episode may begin. One that may while an engine is down tries it; the next is let
   * through after a longer pause.
   *
   * @param now milliseconds since the epoch
   */
  boolean admits(long now) {
    if (!isDown()) {
      return true;
    }
    if (now < nextProbe) {
      return false;
    }
    pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    nextProbe = now + pause;
    return true;
  }

  /** When an episode may begin that may not now, milliseconds since the epoch. */
  long nextProbe() {
    return nextProbe;
  }
}
