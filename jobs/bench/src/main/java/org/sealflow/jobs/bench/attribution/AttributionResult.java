package org.sealflow.jobs.bench.attribution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the attribution benchmark.
 *
 * @param kinds faults planted alone, by kind
 * @param cascades those of them after which a later turn fails too
 * @param pairs two faults at a time
 * @param all faults alone and in pairs
 * @param passing episodes in which nothing was planted
 * @param falseAlarms those of them that diagnosis blames for something
 * @param misses the first episodes whose root-cause turn or call was not found
 * @param plantedRate how fast repairs of planted faults are searched for
 * @param recordedRate how fast those of recorded trajectories that fail; null if none was given
 */
public record AttributionResult(
    List<AttributionCount> kinds,
    AttributionCount cascades,
    AttributionCount pairs,
    AttributionCount all,
    long passing,
    long falseAlarms,
    List<Miss> misses,
    SearchRate plantedRate,
    @Nullable SearchRate recordedRate) {
  public AttributionResult {
    kinds = List.copyOf(kinds);
    misses = List.copyOf(misses);
  }
}
