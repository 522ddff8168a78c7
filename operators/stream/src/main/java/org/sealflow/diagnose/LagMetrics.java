package org.sealflow.diagnose;

import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The time from when a producer sent an event until its diagnosis is made, milliseconds, as a
 * histogram of the newest diagnoses. Writing the diagnosis to its topic comes on top.
 */
final class LagMetrics {
  private static final int SAMPLES = 5_000;

  private final Histogram millis;

  /** Registers the metric. */
  LagMetrics(MetricGroup operator) {
    millis =
        operator
            .addGroup("diagnosis")
            .histogram("lagMillis", new DescriptiveStatisticsHistogram(SAMPLES));
  }

  /**
   * A diagnosis was made.
   *
   * @param sentAt timestamp of the record that led to it, milliseconds since the epoch; null or
   *     negative where no record did, such as at a deadline or for an event of a file
   * @param now milliseconds since the epoch; a clock behind the producer's counts as no lag
   */
  void diagnosed(@Nullable Long sentAt, long now) {
    if (sentAt != null && sentAt >= 0) {
      millis.update(Math.max(0, now - sentAt));
    }
  }
}
