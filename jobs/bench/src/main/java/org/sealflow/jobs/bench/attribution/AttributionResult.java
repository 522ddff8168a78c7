package org.sealflow.jobs.bench.attribution;

import java.util.List;

/**
 * What the benchmark of attribution found.
 *
 * @param kinds faults planted alone, by kind
 * @param cascades those of them after which a later turn fails too
 * @param pairs two faults at a time
 * @param all faults alone and in pairs
 * @param passing episodes in which nothing was planted
 * @param falseAlarms those of them that diagnosis blames for something
 * @param misses the first episodes whose root-cause turn or call was not found
 * @param episodesPerSecond searches for repairs in one thread
 * @param executionsPerSecond executions of those searches in one thread
 */
public record AttributionResult(
    List<AttributionCount> kinds,
    AttributionCount cascades,
    AttributionCount pairs,
    AttributionCount all,
    long passing,
    long falseAlarms,
    List<Miss> misses,
    double episodesPerSecond,
    double executionsPerSecond) {
  public AttributionResult {
    kinds = List.copyOf(kinds);
    misses = List.copyOf(misses);
  }
}
