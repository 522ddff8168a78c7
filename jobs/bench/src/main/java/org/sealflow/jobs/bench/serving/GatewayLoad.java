package org.sealflow.jobs.bench.serving;

import java.time.Duration;

/**
 * The load on the gateway.
 *
 * @param callsPerSecond calls of all agents together, above 0
 * @param warmup time unmeasured
 * @param measure time measured, half of it through the gateway
 */
public record GatewayLoad(double callsPerSecond, Duration warmup, Duration measure) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first value out of range
   */
  public GatewayLoad {
    if (!(callsPerSecond > 0)) {
      throw new IllegalArgumentException("rate is " + callsPerSecond + ", expected above 0");
    }
    if (measure.isZero()) {
      throw new IllegalArgumentException("measure is 0, expected a time above it");
    }
  }
}
