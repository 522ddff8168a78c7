package org.sealflow.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.verify.VerifySettings;

/** Under which ids the jobs keep state, and that all of it is serialized without Kryo. */
final class OperatorIdsTest {
  private static final JobSettings NOWHERE = JobSettings.of("127.0.0.1:1");

  /** A changed line here orphans the state of every savepoint taken before. */
  private static final Map<String, String> LIVE_IDS =
      Map.of(
          "Source: trajectories", "trajectories",
          "Source: tasks", "tasks",
          "decode events", "decode-events",
          "decode tasks", "decode-tasks",
          "verify", "verify",
          "diagnose", "diagnose",
          "diagnoses: Writer", "diagnoses",
          "diagnoses: Committer", "Sink Committer: diagnoses",
          "failures: Writer", "failures",
          "failures: Committer", "Sink Committer: failures");

  private static StreamGraph liveGraph() {
    Configuration configuration = CoEvolutionJob.configuration(NOWHERE);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    CoEvolutionJob.attach(environment, NOWHERE);
    return environment.getStreamGraph();
  }

  private static StreamGraph replayGraph() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(2, ReplayJob.configuration());
    ReplayJob.define(
            environment,
            List.of("absent.jsonl"),
            "absent",
            new ReadSettings(
                RecordedFormat.CALLS,
                StepDecoder.AUTO,
                null,
                ReadSettings.DEFAULT_MODEL,
                false,
                "replay"),
            VerifySettings.DEFAULT)
        .collectAsync();
    return environment.getStreamGraph();
  }

  @Test
  void everyOperatorOfTheLiveJobKeepsItsStateUnderAPinnedId() {
    Map<String, String> ids = new TreeMap<>();
    for (StreamNode node : liveGraph().getStreamNodes()) {
      ids.put(node.getOperatorName(), String.valueOf(node.getTransformationUID()));
    }
    assertThat(ids).containsExactlyInAnyOrderEntriesOf(LIVE_IDS);
  }

  @Test
  void bothJobsRefuseTypesThatNeedKryo() {
    assertThat(CoEvolutionJob.configuration(NOWHERE).get(PipelineOptions.GENERIC_TYPES)).isFalse();
    assertThat(ReplayJob.configuration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
  }

  @Test
  void noTypeOfTheJobsNeedsKryo() {
    assertThat(liveGraph().getJobGraph().getNumberOfVertices()).isPositive();
    assertThat(replayGraph().getJobGraph().getNumberOfVertices()).isPositive();
  }

  @Test
  void aTypeThatNeedsKryoWouldBeNoticed() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(CoEvolutionJob.configuration(NOWHERE));
    assertThatThrownBy(
            () ->
                environment
                    .fromData(List.of(Thread.currentThread()), TypeInformation.of(Thread.class))
                    .print())
        .hasStackTraceContaining("Generic types have been disabled");
  }
}
