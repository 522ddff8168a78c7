package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sealflow.rollout.plan.ArmSplit;
import org.sealflow.rollout.plan.BatchAdmission;
import org.sealflow.rollout.plan.BatchShape;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.PlannerFunction;
import org.sealflow.rollout.plan.PlannerSignal;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.rollout.plan.TestingPlans;
import org.sealflow.rollout.plan.VersionRule;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;
import org.sealflow.rollout.scripted.ScriptedPolicy;
import org.sealflow.rollout.scripted.ScriptedPolicySettings;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;

/** Planner and runners in a real cluster, with answers that come on other threads. */
class RolloutJobTest {
  private static final int SLOTS = 2;

  /** More events than any of these jobs makes. */
  private static final int MANY = 1_000_000;

  @RegisterExtension
  private static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(SLOTS)
              .build());

  private static StreamExecutionEnvironment environment() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    return StreamExecutionEnvironment.getExecutionEnvironment(configuration).setParallelism(SLOTS);
  }

  private static SingleOutputStreamOperator<TrajectoryEvent> define(
      StreamExecutionEnvironment environment, RolloutPlan plan, PolicyFactory policies) {
    List<RolloutNotice> notices = new ArrayList<>();
    TestingGame.TASKS
        .records()
        .forEach(record -> notices.add(RolloutNotice.of(TaskChange.of(record))));
    DataStream<EpisodeRequest> requests =
        environment
            .fromData(
                List.of(PlannerSignal.start(plan.runId())), TypeInformation.of(PlannerSignal.class))
            .keyBy(PlannerSignal::runId)
            .process(new PlannerFunction(plan))
            .returns(TypeInformation.of(EpisodeRequest.class))
            .rebalance();
    return requests
        .connect(environment.fromData(notices, TypeInformation.of(RolloutNotice.class)).broadcast())
        .transform(
            "play",
            new AvroTypeInfo<>(TrajectoryEvent.class),
            new EpisodeRunnerFactory(TestingGame.SETTINGS.withLimits(40, 10), policies));
  }

  private static RolloutPlan plan(int batches) {
    List<PlannedTask> tasks =
        TestingGame.TASKS.tasks().stream()
            .map(
                task ->
                    new PlannedTask(
                        task.id(), TestingGame.TASKS.digest(task.id()), task.category()))
            .toList();
    return TestingPlans.plan(
            Mode.TRAIN, tasks, new BatchShape(10, 10, 4, batches), ArmSplit.DEFAULT, 3)
        .admittedBy(new BatchAdmission(VersionRule.BATCHES, batches))
        .plan();
  }

  @Test
  void noAttemptIsBegunTwiceHoweverOftenTheJobBreaksDown() throws Exception {
    Set<Integer> outages = Set.of(150, 400, 401, 700);
    StreamExecutionEnvironment environment = environment();
    environment.configure(
        new Configuration()
            .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 10)
            .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1)));
    ScriptedPolicySettings policy =
        ScriptedPolicySettings.FAULTLESS
            .with(Fault.of(FaultKind.SLOW, 0.3))
            .slowBy(Duration.ofMillis(5));
    List<TrajectoryEvent> kept =
        define(
                environment,
                plan(5),
                tasks ->
                    TestingOutages.of(
                        new ScriptedPolicy(policy, tasks::named, Clock.systemUTC()), outages))
            .map(new TestingOutages.Recorder())
            .returns(new AvroTypeInfo<>(TrajectoryEvent.class))
            .executeAndCollect("rollout", MANY);

    assertThat(ended(kept)).hasSize(200);
    List<TrajectoryEvent> seen = TestingOutages.seen();
    assertThat(attempts(seen)).hasSizeGreaterThan(200);
    attempts(seen).values().forEach(RolloutJobTest::assertContiguous);
  }

  private static Set<String> ended(List<TrajectoryEvent> events) {
    return events.stream()
        .filter(event -> event.getKind() == EventKind.EPISODE_ENDED)
        .map(TrajectoryEvent::getEpisodeId)
        .collect(Collectors.toSet());
  }

  @Test
  void allEpisodesOfAPlanArePlayedToTheirEndAndTheJobEnds() throws Exception {
    ScriptedPolicySettings policy =
        ScriptedPolicySettings.FAULTLESS
            .with(
                Fault.of(FaultKind.SLOW, 0.3),
                Fault.of(FaultKind.SKIP_CALL, 0.1),
                Fault.of(FaultKind.ENGINE_ERROR, 0.02))
            .slowBy(Duration.ofMillis(5));
    SingleOutputStreamOperator<TrajectoryEvent> played =
        define(
            environment(),
            plan(5),
            tasks -> new ScriptedPolicy(policy, tasks::named, Clock.systemUTC()));
    Map<String, List<TrajectoryEvent>> episodes =
        attempts(played.executeAndCollect("rollout", MANY));

    assertThat(episodes).hasSize(200);
    episodes.values().forEach(RolloutJobTest::assertComplete);
    assertThat(episodes.values())
        .extracting(events -> events.get(events.size() - 1).getEpisodeEnded().getReason())
        .contains(EndReason.COMPLETED, EndReason.ENGINE_FAILURE)
        .doesNotContain(EndReason.DEADLINE, EndReason.CANCELLED);
    assertThat(episodes.values())
        .extracting(events -> events.get(0).getEpisodeStarted())
        .extracting(EpisodeStarted::getGroupId)
        .doesNotContainNull();
  }

  /** The events of each attempt, in the order in which they came. */
  private static Map<String, List<TrajectoryEvent>> attempts(List<TrajectoryEvent> events) {
    return events.stream()
        .collect(Collectors.groupingBy(event -> event.getEpisodeId() + "@" + event.getAttempt()));
  }

  private static void assertContiguous(List<TrajectoryEvent> events) {
    for (int i = 0; i < events.size(); i++) {
      assertThat(events.get(i).getSequence()).isEqualTo(i);
    }
  }

  private static void assertComplete(List<TrajectoryEvent> events) {
    assertContiguous(events);
    assertThat(events.get(0).getAttempt()).isZero();
    assertThat(events.get(0).getKind()).isEqualTo(EventKind.EPISODE_STARTED);
    assertThat(events.get(events.size() - 1).getKind()).isEqualTo(EventKind.EPISODE_ENDED);
  }
}
