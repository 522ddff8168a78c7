package org.sealflow.learn.operator;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.sealflow.schemas.TrainingStep;

/** Metrics of the learner while it runs: the measures of the last step, and what waits. */
final class LearnMetrics {
  private static final int STALENESS_SAMPLES = 10_000;
  private static final long NO_VERSION = -1;

  private final MetricGroup measures;
  private final MetricGroup weights;
  private final Map<String, Double> last = new ConcurrentHashMap<>();
  private final Map<String, Double> lastWeights = new ConcurrentHashMap<>();
  private final Counter steps;
  private final Counter refused;
  private final Counter ignoredEpisodes;
  private final Counter ignoredManifests;
  private final Counter cleanupFailures;
  private final Histogram staleness;

  // Reporters read these on threads of their own.
  private volatile long version = NO_VERSION;
  private volatile int pendingBatches;
  private volatile int queuedGroups;

  /** Registers the metrics. */
  LearnMetrics(MetricGroup operator) {
    MetricGroup group = operator.addGroup("learner");
    measures = group.addGroup("step");
    weights = group.addGroup("tagWeight");
    group.gauge("version", () -> version);
    group.gauge("pendingBatches", () -> pendingBatches);
    group.gauge("queuedGroups", () -> queuedGroups);
    steps = group.counter("steps");
    refused = group.counter("refusedSteps");
    ignoredEpisodes = group.counter("ignoredEpisodes");
    ignoredManifests = group.counter("ignoredManifests");
    cleanupFailures = group.counter("cleanupFailures");
    staleness = group.histogram("staleness", new DescriptiveStatisticsHistogram(STALENESS_SAMPLES));
  }

  /** A version was published. */
  void version(long published) {
    version = published;
  }

  /**
   * Called when the number of waiting batches or groups changed.
   *
   * @param batches batches not consumed yet
   * @param groups settled groups behind the next batch
   */
  void waiting(int batches, int groups) {
    pendingBatches = batches;
    queuedGroups = groups;
  }

  /** An episode was late, a duplicate, of another run or not planned. */
  void ignoredEpisode() {
    ignoredEpisodes.inc();
  }

  /** A manifest was late, a duplicate, of another run or for evaluation. */
  void ignoredManifest() {
    ignoredManifests.inc();
  }

  /** Weights or snapshots needed no more could not be deleted. */
  void cleanupFailed() {
    cleanupFailures.inc();
  }

  /** A step was made. */
  void step(TrainingStep step) {
    steps.inc();
    if (step.getRefusal() != null) {
      refused.inc();
    }
    show(step.getMetrics(), last, measures);
    show(step.getTagWeights(), lastWeights, weights);
    step.getStaleness()
        .forEach(
            (lag, count) -> {
              for (long i = 0; i < Math.min(count, STALENESS_SAMPLES); i++) {
                staleness.update(Long.parseLong(lag));
              }
            });
  }

  private static void show(
      Map<String, Double> values, Map<String, Double> shown, MetricGroup group) {
    values.forEach(
        (name, value) -> {
          if (shown.put(name, value) == null) {
            group.gauge(name, () -> shown.get(name));
          }
        });
  }
}
