package org.sealflow.capability;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often a run has shown each failure pattern: tool × failure, so that their number is
 * bounded.
 *
 * @param byPattern count by pattern, from 1
 * @param total their sum
 */
public record PatternCounts(Map<String, Long> byPattern, long total) {
  static final PatternCounts NONE = new PatternCounts(Map.of(), 0);

  /** With the patterns of more episodes, by how often each occurs. */
  PatternCounts plus(Map<String, Long> patterns) {
    Map<String, Long> next = new HashMap<>(byPattern);
    patterns.forEach((pattern, count) -> next.merge(pattern, count, Long::sum));
    long more = patterns.values().stream().mapToLong(Long::longValue).sum();
    return new PatternCounts(next, total + more);
  }

  /** Whether N_min patterns were seen or more, see {@link #common}. */
  boolean areEnough(SignalSettings settings) {
    return total >= settings.patternsNeeded();
  }

  /**
   * The patterns that are not rare, sorted (arXiv 2604.15840, section 3.2): with N patterns seen,
   * N_min of them or more, one of count c is rare if {@code 0 < c/N < theta}. At most 1/theta of
   * them.
   */
  List<String> common(SignalSettings settings) {
    return byPattern.entrySet().stream()
        .filter(each -> (double) each.getValue() / total >= settings.rareShare())
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }
}
