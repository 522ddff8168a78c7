package org.sealflow.jobs.bench.serving;

import java.time.Duration;

/**
 * The load on the server.
 *
 * @param stepsPerSecond steps of all sessions together, above 0
 * @param warmup time unmeasured
 * @param measure time measured
 * @param sessions sessions open at once where memory is measured, at least 1
 */
public record ServingLoad(double stepsPerSecond, Duration warmup, Duration measure, int sessions) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first value out of range
   */
  public ServingLoad {
    if (!(stepsPerSecond > 0)) {
      throw new IllegalArgumentException("rate is " + stepsPerSecond + ", expected above 0");
    }
    if (sessions < 1) {
      throw new IllegalArgumentException("sessions is " + sessions + ", expected 1 or more");
    }
  }
}
