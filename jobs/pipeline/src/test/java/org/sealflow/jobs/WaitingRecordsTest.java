package org.sealflow.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;

/**
 * Between operators few records wait for others: each output that lets them has a thread that wakes
 * up a thousand times a second for nothing.
 */
class WaitingRecordsTest {
  private static final JobSettings NOWHERE = JobSettings.of("127.0.0.1:1");

  /** How long records wait, by operators that let them, milliseconds. */
  private static Map<String, Long> waits(StreamExecutionEnvironment environment) {
    StreamGraph graph = environment.getStreamGraph();
    return graph.getStreamNodes().stream()
        .flatMap(node -> node.getOutEdges().stream())
        .filter(edge -> edge.getBufferTimeout() != 0)
        .collect(
            Collectors.toMap(
                edge -> graph.getStreamNode(edge.getSourceId()).getOperatorName(),
                StreamEdge::getBufferTimeout,
                Math::max));
  }

  private static StreamExecutionEnvironment environment(JobSettings settings) {
    return StreamExecutionEnvironment.createLocalEnvironment(
        CoEvolutionJob.configuration(settings));
  }

  @ParameterizedTest
  @CsvSource({"false, decode events", "true, records of the run"})
  void onlyEventsWaitInTheLiveJob(boolean learns, String sending) {
    JobSettings settings = learns ? learning() : NOWHERE;
    StreamExecutionEnvironment environment = environment(settings);
    CoEvolutionJob.attach(environment, settings);

    assertThat(waits(environment)).containsExactly(Map.entry(sending, 1L));
  }

  private static JobSettings learning() {
    return NOWHERE.withLearning(
        LearningSettings.parse(
            Map.of("run", "run", "model", "absent", "weights", "file:///absent"), Map.of()));
  }

  @Test
  void nothingWaitsInTheRolloutJob() {
    StreamExecutionEnvironment environment = environment(NOWHERE);
    RolloutJob.attach(
        environment,
        NOWHERE,
        RolloutPlan.training("run", List.of(new PlannedTask("task", "digest", "category")), 1),
        RolloutSettings.DEFAULT,
        tasks ->
            new ScriptedPolicy(ScriptedPolicySettings.FAULTLESS, tasks::named, Clock.systemUTC()),
        Clock.systemUTC());

    assertThat(waits(environment)).isEmpty();
  }
}
