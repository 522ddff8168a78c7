package org.sealflow.nano.vocabulary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts texts. */
final class Counts {
  private final Map<String, Long> counts = new HashMap<>();

  void add(String text, long times) {
    counts.merge(text, times, Long::sum);
  }

  /** All texts, the most frequent first; of equally frequent ones the first in order. */
  List<String> mostFrequent() {
    List<Map.Entry<String, Long>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(
        Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
            .thenComparing(Map.Entry.comparingByKey()));
    return entries.stream().map(Map.Entry::getKey).toList();
  }

  /** Every text once, in no order that counts. */
  Iterable<String> texts() {
    return counts.keySet();
  }
}
