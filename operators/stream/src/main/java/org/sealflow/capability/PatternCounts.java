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

  /** With the patterns of one more episode, each as often as it occurs. */
  PatternCounts plus(List<String> patterns) {
    Map<String, Long> next = new HashMap<>(byPattern);
    patterns.forEach(pattern -> next.merge(pattern, 1L, Long::sum));
    return new PatternCounts(next, total + patterns.size());
  }

  /**
   * Which of the patterns are rare (arXiv 2604.15840, section 3.2): with N patterns seen, N_min of
   * them or more, one of count c is rare if {@code 0 < c/N < theta}. The episode's own are to be
   * counted before, as there, where a whole phase of training is counted first.
   */
  List<String> rare(List<String> patterns, SignalSettings settings) {
    if (total < settings.patternsNeeded()) {
      return List.of();
    }
    return patterns.stream().distinct().filter(pattern -> isRare(pattern, settings)).toList();
  }

  private boolean isRare(String pattern, SignalSettings settings) {
    long count = byPattern.getOrDefault(pattern, 0L);
    return count > 0 && (double) count / total < settings.rareShare();
  }
}
