package org.sealflow.jobs.report.summary;

import java.util.EnumMap;
import java.util.Map;

/** A number for each constant of an enum. */
final class EnumCount<E extends Enum<E>> {
  private final Map<E, Count> counts;

  EnumCount(Class<E> constants) {
    this.counts = new EnumMap<>(constants);
  }

  void increment(E constant) {
    counts.computeIfAbsent(constant, absent -> new Count()).increment();
  }

  long of(E constant) {
    Count count = counts.get(constant);
    return count == null ? 0 : count.value();
  }

  long total() {
    return counts.values().stream().mapToLong(Count::value).sum();
  }
}
