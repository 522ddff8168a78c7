package org.sealflow.jobs;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Failure;

/** Counts the failures that a parallel instance sends, by boundary, from the job's start. */
final class DeadLetterCounts {
  private final Map<Boundary, Counter> counters = new EnumMap<>(Boundary.class);

  /** Registers a counter for each boundary, so that each is seen before its first failure. */
  DeadLetterCounts(MetricGroup operator) {
    MetricGroup group = operator.addGroup("deadLetters");
    for (Boundary boundary : Boundary.values()) {
      counters.put(boundary, group.addGroup("boundary", boundary.name()).counter("records"));
    }
  }

  void count(Failure failure) {
    Counter counter = counters.get(failure.getBoundary());
    if (counter != null) {
      counter.inc();
    }
  }
}
