package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingStep;

class LearnMetricsTest {
  /** Keeps what is registered, under dotted names. */
  private static final class TestingMetricGroup extends UnregisteredMetricsGroup {
    final Map<String, Object> metrics;
    private final String prefix;

    TestingMetricGroup(Map<String, Object> metrics, String prefix) {
      this.metrics = metrics;
      this.prefix = prefix;
    }

    @Override
    public MetricGroup addGroup(String name) {
      return new TestingMetricGroup(metrics, prefix + name + ".");
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
      metrics.put(prefix + name, gauge);
      return gauge;
    }

    @Override
    public Counter counter(String name) {
      Counter counter = super.counter(name);
      metrics.put(prefix + name, counter);
      return counter;
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
      metrics.put(prefix + name, histogram);
      return histogram;
    }

    Object value(String name) {
      Object metric = metrics.get(name);
      if (metric instanceof Gauge<?> gauge) {
        return gauge.getValue();
      }
      return metric instanceof Counter counter
          ? counter.getCount()
          : ((Histogram) metric).getCount();
    }
  }

  private static TrainingStep step(double loss, String refusal) {
    TrainingStep step = new TrainingStep();
    step.setRunId("run");
    step.setPolicyName("policy");
    step.setRefusal(refusal);
    step.setGroups(List.of());
    step.setMetrics(Map.of("loss", loss));
    step.setTagWeights(Map.of("pass", 1.0));
    step.setStaleness(Map.of("0", 3L, "1", 2L));
    step.setStartedAt(Instant.EPOCH);
    step.setEndedAt(Instant.EPOCH);
    return step;
  }

  @Test
  void theLastStepAndWhatWaitsAreShown() {
    TestingMetricGroup group = new TestingMetricGroup(new HashMap<>(), "");
    LearnMetrics metrics = new LearnMetrics(group);
    assertThat(group.value("learner.version")).isEqualTo(-1L);
    metrics.step(step(0.5, null));
    metrics.step(step(0.25, "not finite"));
    metrics.version(2);
    metrics.waiting(3, 4);
    metrics.ignoredEpisode();
    metrics.ignoredManifest();

    assertThat(group.value("learner.step.loss")).isEqualTo(0.25);
    assertThat(group.value("learner.tagWeight.pass")).isEqualTo(1.0);
    assertThat(group.value("learner.staleness")).isEqualTo(10L);
    assertThat(group.value("learner.steps")).isEqualTo(2L);
    assertThat(group.value("learner.refusedSteps")).isEqualTo(1L);
    assertThat(group.value("learner.version")).isEqualTo(2L);
    assertThat(group.value("learner.pendingBatches")).isEqualTo(3);
    assertThat(group.value("learner.queuedGroups")).isEqualTo(4);
    assertThat(group.value("learner.ignoredEpisodes")).isEqualTo(1L);
    assertThat(group.value("learner.ignoredManifests")).isEqualTo(1L);
  }
}
