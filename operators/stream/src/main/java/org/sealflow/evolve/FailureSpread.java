package org.sealflow.evolve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

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

  /** The failures of an episode, each as often as it was seen. */
  static FailureSpread of(long version, List<String> cells) {
    Map<String, Long> counts = new HashMap<>();
    cells.forEach(cell -> counts.merge(cell, 1L, Long::sum));
    return new FailureSpread(List.of(new VersionFailures(version, counts)));
  }

  /**
   * These and more failures.
   *
   * @param oldest versions before are dropped
   */
  FailureSpread plus(FailureSpread more, long oldest) {
    Map<Long, Map<String, Long>> sums = new TreeMap<>();
    Stream.concat(versions.stream(), more.versions.stream())
        .filter(each -> each.version >= oldest)
        .forEach(
            each -> {
              Map<String, Long> sum = sums.computeIfAbsent(each.version, first -> new HashMap<>());
              each.counts.forEach((cell, count) -> sum.merge(cell, count, Long::sum));
            });
    return new FailureSpread(
        sums.entrySet().stream()
            .map(each -> new VersionFailures(each.getKey(), each.getValue()))
            .toList());
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
