package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the attribution benchmark.
 *
 * @param misses the first episodes whose root-cause turn or call was not found
 * @param plantedRate how fast repairs of planted faults are searched for
 * @param recordedRate how fast those of recorded trajectories that fail; null if none was given
 */
public record AttributionResult(
    Counts counts,
    Unplanted unplanted,
    List<Miss> misses,
    SearchRate plantedRate,
    @Nullable SearchRate recordedRate) {
  /**
   * What was found of the faults.
   *
   * @param kinds faults planted alone, by kind
   * @param cascades those of them after which a later turn fails too
   * @param pairs two faults at a time
   * @param recorded faults, alone or in pairs, that were planted in recorded trajectories
   * @param all faults alone and in pairs
   * @param deviating faults in episodes that deviate without them too, in none of the other counts:
   *     the root-cause turn is right if it is the first of all
   */
  public record Counts(
      List<AttributionCount> kinds,
      AttributionCount cascades,
      AttributionCount pairs,
      AttributionCount recorded,
      AttributionCount all,
      AttributionCount deviating) {
    public Counts {
      kinds = List.copyOf(kinds);
    }

    /**
     * One after another: the kinds, the parts of their sum, the sum, and what is not in it. Nothing
     * recorded, or nothing that deviates before, has no row.
     */
    public List<AttributionCount> rows() {
      List<AttributionCount> rows = new ArrayList<>(kinds);
      rows.addAll(List.of(cascades, pairs, recorded, all, deviating));
      rows.removeIf(
          row -> (row == recorded || row == deviating) && row.planted() + row.harmless() == 0);
      return rows;
    }
  }

  /**
   * The passing episodes before anything is planted.
   *
   * @param passing all of them
   * @param deviating those that deviate though the official check passes
   * @param falseAlarms those that diagnosis blames though they do not deviate
   */
  public record Unplanted(long passing, long deviating, long falseAlarms) {}

  public AttributionResult {
    misses = List.copyOf(misses);
  }
}
