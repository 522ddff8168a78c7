package org.sealflow.evolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often each failure was seen in one category, by version: what tells failures of the
 * whole from those of one category.
 *
 * @param versions oldest first
 */
public record FailureSpread(List<VersionFailures> versions) {
  /**
   * The failures of one version.
   *
   * @param version the version, from 0
   * @param counts name of the cell, {@code tool::failure}, to turns that show it
   */
  public record VersionFailures(long version, Map<String, Long> counts) {}

  /** Nothing seen. */
  static final FailureSpread EMPTY = new FailureSpread(List.of());

  /**
   * These with the failures of one more episode.
   *
   * @param oldest versions before are dropped
   */
  FailureSpread plus(long version, List<String> cells, long oldest) {
    List<VersionFailures> kept = new ArrayList<>();
    Map<String, Long> counts = new HashMap<>();
    for (VersionFailures each : versions) {
      if (each.version == version) {
        counts.putAll(each.counts);
      } else if (each.version >= oldest) {
        kept.add(each);
      }
    }
    cells.forEach(cell -> counts.merge(cell, 1L, Long::sum));
    if (version >= oldest) {
      kept.add(new VersionFailures(version, counts));
    }
    return new FailureSpread(kept);
  }

  /** Turns that show a failure, from a version on. */
  long count(String cell, long oldest) {
    long sum = 0;
    for (VersionFailures each : versions) {
      if (each.version >= oldest) {
        sum += each.counts.getOrDefault(cell, 0L);
      }
    }
    return sum;
  }

  /** Whether anything was observed from a version on. */
  boolean isSeen(long oldest) {
    return versions.stream().anyMatch(each -> each.version >= oldest);
  }
}
