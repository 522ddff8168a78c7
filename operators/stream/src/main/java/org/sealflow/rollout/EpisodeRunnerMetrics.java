package org.sealflow.rollout;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.sealflow.schemas.EndReason;

/** Counts of a parallel instance of the runner. */
final class EpisodeRunnerMetrics {
  private final Counter steps;
  private final Map<EndReason, Counter> ended = new EnumMap<>(EndReason.class);

  /**
   * Registers the metrics.
   *
   * @param inFlight episodes being played
   * @param waiting requests that wait for a place or their task
   */
  EpisodeRunnerMetrics(
      MetricGroup operator, Supplier<Integer> inFlight, Supplier<Integer> waiting) {
    MetricGroup episodes = operator.addGroup("episodes");
    episodes.gauge("inFlight", inFlight::get);
    episodes.gauge("waiting", waiting::get);
    steps = episodes.counter("steps");
    MetricGroup byReason = episodes.addGroup("ended");
    for (EndReason reason : EndReason.values()) {
      ended.put(reason, byReason.counter(reason.name().toLowerCase(Locale.ROOT)));
    }
  }

  void step() {
    steps.inc();
  }

  void ended(EndReason reason) {
    requireNonNull(ended.get(reason)).inc();
  }
}
