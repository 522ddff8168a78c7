package org.sealflow.system.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.ReplayJob;
import org.sealflow.jobs.otlp.OtlpSettings;
import org.sealflow.jobs.settings.DiagnosisSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.system.fixture.JobGraphs;

/** Under which ids the jobs keep state, and that all of it is serialized without Kryo. */
final class OperatorIdsTest {
  /** A changed line here orphans the state of every savepoint taken before. */
  private static final Map<String, String> LIVE_IDS =
      Map.ofEntries(
          entry("Source: trajectories", "trajectories"),
          entry("Source: tasks", "tasks"),
          entry("Source: rollout-batches", "rollout-batches"),
          entry("Source: environment-patches", "environment-patches"),
          entry("decode events", "decode-events"),
          entry("decode tasks", "decode-tasks"),
          entry("decode rollout-batches", "decode-rollout-batches"),
          entry("decode environment-patches", "decode-environment-patches"),
          entry("verify", "verify"),
          entry("diagnose", "diagnose"),
          entry("version", "version"),
          entry("stamp", "stamp"),
          entry("profile", "profile"),
          entry("evolve", "evolve-by-run"),
          entry("diagnoses: Writer", "diagnoses"),
          entry("diagnoses: Committer", "Sink Committer: diagnoses"),
          entry("capability-profiles: Writer", "capability-profiles-out"),
          entry("capability-profiles: Committer", "Sink Committer: capability-profiles-out"),
          entry("environment-patches: Writer", "environment-patches-out"),
          entry("environment-patches: Committer", "Sink Committer: environment-patches-out"),
          entry("failures: Writer", "failures"),
          entry("failures: Committer", "Sink Committer: failures"));

  /** Here too: those that come with a learner. */
  private static final Map<String, String> LEARNING_IDS =
      Map.ofEntries(
          entry("learn", "learn"),
          entry("policy-updates: Writer", "policy-updates-out"),
          entry("policy-updates: Committer", "Sink Committer: policy-updates-out"),
          entry("training-metrics: Writer", "training-metrics-out"),
          entry("training-metrics: Committer", "Sink Committer: training-metrics-out"));

  /** Here too: those that come with batches for trainers elsewhere. */
  private static final Map<String, String> EXPORTING_IDS =
      Map.ofEntries(
          entry("training-batches: Writer", "training-batches-out"),
          entry("training-batches: Committer", "Sink Committer: training-batches-out"));

  /** Here too: those that come with permuted labels. */
  private static final Map<String, String> PERMUTING_IDS = Map.of("permute", "permute");

  /** Here too. */
  private static final Map<String, String> ROLLOUT_IDS =
      Map.ofEntries(
          entry("Source: start", "start"),
          entry("Source: tasks", "tasks"),
          entry("Source: environment-patches", "environment-patches"),
          entry("Source: policy-updates", "policy-updates"),
          entry("Source: trajectories", "trajectories"),
          entry("decode tasks", "decode-tasks"),
          entry("decode environment-patches", "decode-environment-patches"),
          entry("decode policy-updates", "decode-policy-updates"),
          entry("decode trajectories", "decode-trajectories"),
          entry("plan", "plan"),
          entry("play", "play"),
          entry("rollout-batches: Writer", "planned-batches"),
          entry("rollout-batches: Committer", "Sink Committer: planned-batches"),
          entry("trajectories: Writer", "played-trajectories"),
          entry("trajectories: Committer", "Sink Committer: played-trajectories"),
          entry("failures: Writer", "failures"),
          entry("failures: Committer", "Sink Committer: failures"));

  /** The ids of the operators that have one: the others keep no state. */
  private static Map<String, String> ids(StreamGraph graph) {
    Map<String, String> ids = new TreeMap<>();
    for (StreamNode node : graph.getStreamNodes()) {
      if (node.getTransformationUID() != null) {
        ids.put(node.getOperatorName(), node.getTransformationUID());
      }
    }
    return ids;
  }

  @Test
  void everyOperatorOfTheLiveJobKeepsItsStateUnderAPinnedId() {
    assertThat(ids(JobGraphs.live(JobGraphs.NOWHERE))).containsExactlyInAnyOrderEntriesOf(LIVE_IDS);
  }

  @Test
  void aLearnerAddsOperatorsAndChangesNoIdOfTheOthers() {
    Map<String, String> expected = new TreeMap<>(LIVE_IDS);
    expected.putAll(LEARNING_IDS);

    assertThat(ids(JobGraphs.live(JobGraphs.learning("none"))))
        .containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void batchesForTrainersElsewhereAddASinkAndChangeNoIdOfTheOthers() {
    Map<String, String> expected = new TreeMap<>(LIVE_IDS);
    expected.putAll(LEARNING_IDS);
    expected.putAll(EXPORTING_IDS);

    for (String output : List.of("copy", "foreign")) {
      assertThat(ids(JobGraphs.live(JobGraphs.learning(output))))
          .containsExactlyInAnyOrderEntriesOf(expected);
    }
  }

  @Test
  void permutedLabelsAddOperatorsAndChangeNoIdOfTheOthers() {
    Map<String, String> expected = new TreeMap<>(LIVE_IDS);
    expected.putAll(PERMUTING_IDS);
    JobSettings permuting =
        JobGraphs.NOWHERE.withPermutation(
            new PermutationSettings(1, PermutationSettings.DEFAULT_DEADLINE));

    assertThat(ids(JobGraphs.live(permuting))).containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void aCollectorAddsASinkAndChangesNoIdOfTheOthers() {
    Map<String, String> expected = new TreeMap<>(LIVE_IDS);
    expected.put("evaluation events: Writer", "otlp-evaluations");

    assertThat(
            ids(
                JobGraphs.live(
                    JobGraphs.NOWHERE.with(
                        DiagnosisSettings.DEFAULT.withOtlp(
                            OtlpSettings.of("http://c:4318", Map.of()))))))
        .containsExactlyInAnyOrderEntriesOf(expected);
  }

  /** What is made of diagnoses is made behind the permutation; what people see stands before it. */
  @Test
  void profilesAndLearnerSeeOnlyPermutedLabelsAndTheTopicOnlyThoseDiagnosed() {
    StreamGraph graph =
        JobGraphs.live(
            JobGraphs.learning("none")
                .withPermutation(new PermutationSettings(1, PermutationSettings.DEFAULT_DEADLINE)));

    assertThat(readers(graph, "permute")).containsExactlyInAnyOrder("observe", "sample");
    assertThat(readers(graph, "diagnose"))
        .containsExactlyInAnyOrder("training episodes", "encode diagnoses", "encode failures");
  }

  /** Names of the operators that read what the operator of that name puts out. */
  private static List<String> readers(StreamGraph graph, String name) {
    return graph.getStreamNodes().stream()
        .filter(
            node ->
                node.getInEdges().stream()
                    .anyMatch(
                        edge ->
                            graph.getStreamNode(edge.getSourceId()).getOperatorName().equals(name)))
        .map(StreamNode::getOperatorName)
        .toList();
  }

  @Test
  void theLearnerRunsAloneInASlotOfItsOwn() {
    StreamGraph graph = JobGraphs.live(JobGraphs.learning("none"));
    StreamNode learner =
        graph.getStreamNodes().stream()
            .filter(node -> "learn".equals(node.getTransformationUID()))
            .findFirst()
            .orElseThrow();

    assertThat(learner.getParallelism()).isEqualTo(1);
    assertThat(learner.getMaxParallelism()).isEqualTo(1);
    assertThat(graph.getStreamNodes())
        .filteredOn(node -> learner.getSlotSharingGroup().equals(node.getSlotSharingGroup()))
        .allSatisfy(
            node ->
                assertThat(node.getOperatorName())
                    .matches("learn|(encode )?(policy-updates|training-metrics)(: .*)?"));
  }

  @Test
  void everyOperatorOfTheRolloutJobKeepsItsStateUnderAPinnedId() {
    assertThat(ids(JobGraphs.rollout(JobGraphs.NOWHERE)))
        .containsExactlyInAnyOrderEntriesOf(ROLLOUT_IDS);
  }

  @Test
  void bothJobsRefuseTypesThatNeedKryo() {
    assertThat(CoEvolutionJob.configuration(JobGraphs.NOWHERE).get(PipelineOptions.GENERIC_TYPES))
        .isFalse();
    assertThat(ReplayJob.configuration(1).get(PipelineOptions.GENERIC_TYPES)).isFalse();
  }

  @Test
  void noTypeOfTheJobsNeedsKryo() {
    assertThat(JobGraphs.live(JobGraphs.NOWHERE).getJobGraph().getNumberOfVertices()).isPositive();
    assertThat(JobGraphs.live(JobGraphs.learning("none")).getJobGraph().getNumberOfVertices())
        .isPositive();
    assertThat(JobGraphs.replay(2).getJobGraph().getNumberOfVertices()).isPositive();
    assertThat(JobGraphs.rollout(JobGraphs.NOWHERE).getJobGraph().getNumberOfVertices())
        .isPositive();
  }

  @Test
  void aTypeThatNeedsKryoWouldBeNoticed() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(
            CoEvolutionJob.configuration(JobGraphs.NOWHERE));
    assertThatThrownBy(
            () ->
                environment
                    .fromData(List.of(Thread.currentThread()), TypeInformation.of(Thread.class))
                    .print())
        .hasStackTraceContaining("Generic types have been disabled");
  }
}
