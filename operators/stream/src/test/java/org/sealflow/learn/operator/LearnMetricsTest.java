package org.sealflow.learn.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.state.TestingMetricGroup;

class LearnMetricsTest {
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
    TestingMetricGroup group = new TestingMetricGroup();
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
