package org.sealflow.jobs;

import java.time.Clock;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.PatchChange;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.RolloutArguments;
import org.sealflow.rollout.EpisodeRunnerFactory;
import org.sealflow.rollout.PolicyFactory;
import org.sealflow.rollout.RolloutNotice;
import org.sealflow.rollout.RolloutSettings;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.PlannerFunction;
import org.sealflow.rollout.plan.PlannerSignal;
import org.sealflow.rollout.plan.RolloutPlan;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;

/**
 * Plays episodes: a planner turns versions of the policy and ended episodes into batches, runners
 * play them behind the interface of the moment.
 *
 * <pre>
 * start ────────────────┐
 * policy-updates ───────┼─► plan ──► rollout-batches
 * environment-patches ──┤     │
 * trajectories ─────────┤     │
 * diagnoses ────────────┘     │
 *                             ▼
 * tasks ────────────────┬─► play ──► trajectories
 * policy-updates ───────┘
 * </pre>
 */
public final class RolloutJob {
  /** Prefix of the consumer groups, and of the names the job runs under. */
  private static final String NAME = "sealflow-rollout";

  /** The topics the job uses. */
  public static final TopicUse TOPICS =
      TopicUse.reading(
              Topic.TASKS, Topic.TRAJECTORIES, Topic.ENVIRONMENT_PATCHES, Topic.POLICY_UPDATES)
          .and(
              TopicUse.writing(
                  Topic.TASKS, Topic.ROLLOUT_BATCHES, Topic.TRAJECTORIES, Topic.FAILURES));

  /** Clocks of broker and client may differ by so much. */
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);

  private RolloutJob() {}

  /** The consumer group and the name under which the job plays a run. */
  public static String name(String runId) {
    return NAME + "-" + runId;
  }

  /** The output of the job. */
  public record Streams(
      DataStream<TrajectoryEvent> trajectories,
      DataStream<BatchManifest> manifests,
      DataStream<Failure> failures) {}

  /**
   * Publishes the tasks and runs the job until it is stopped, for application mode; the arguments
   * are those of {@link RolloutArguments}, and those of {@link JobSettings#parse} but a learner's.
   */
  public static void main(String[] arguments) throws Exception {
    RolloutArguments.Parsed parsed = RolloutArguments.parse(arguments);
    JobSettings settings = parsed.settings();
    JobTopics.requireInJob(settings, TOPICS);
    JobTopics.publish(settings, parsed.tasks().records());
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(CoEvolutionJob.configuration(settings));
    attach(
        environment, settings, parsed.plan(), parsed.rules(), parsed.policies(), Clock.systemUTC());
    environment.execute(name(parsed.plan().runId()));
  }

  /** The topology between Kafka's topics. */
  public static Streams attach(
      StreamExecutionEnvironment environment,
      JobSettings settings,
      RolloutPlan plan,
      RolloutSettings rules,
      PolicyFactory policies,
      Clock clock) {
    KafkaInputs inputs = new KafkaInputs(environment, settings, name(plan.runId()));
    DataStream<TaskChange> tasks = inputs.tasks();
    DataStream<PatchChange> patches = patchesOf(plan.runId(), inputs.patches());
    DataStream<PolicyUpdate> updates =
        versionsOf(plan.runId(), inputs.records(Topic.POLICY_UPDATES, PolicyUpdate.class));
    DataStream<TrajectoryEvent> played =
        inputs.records(Topic.TRAJECTORIES, TrajectoryEvent.class, since(clock));
    DataStream<PlannerSignal> signals =
        begun(start(environment, plan), settings, plan.runId())
            .union(
                versions(updates),
                patched(patches),
                changed(tasks, plan.runId()),
                played(played, plan));
    if (plan.readsDiagnoses()) {
      signals = signals.union(diagnosed(inputs, plan.runId(), clock));
    }
    Streams streams = define(signals, notices(tasks, updates), plan, rules, policies);
    write(streams, inputs, settings);
    return streams;
  }

  private static void write(Streams streams, KafkaInputs inputs, JobSettings settings) {
    KafkaOutputs outputs = new KafkaOutputs(settings);
    outputs.write(
        streams.trajectories(),
        Topic.TRAJECTORIES,
        TrajectoryEvent.class,
        TrajectoryEvent::getEpisodeId,
        OperatorIds.PLAYED);
    outputs.write(
        streams.manifests(),
        Topic.ROLLOUT_BATCHES,
        BatchManifest.class,
        BatchManifest::getRunId,
        OperatorIds.BATCHES);
    outputs.writeFailures(inputs.failures().union(streams.failures()));
  }

  /** The signal that begins a run. */
  static DataStream<PlannerSignal> start(StreamExecutionEnvironment environment, RolloutPlan plan) {
    return environment
        .fromData(TypeInformation.of(PlannerSignal.class), PlannerSignal.start(plan.runId()))
        .name("start")
        .uid(OperatorIds.START);
  }

  /**
   * Not chained to its source: a savepoint that holds the source as finished, and knows nothing of
   * what is chained to it, would not be restored.
   */
  private static DataStream<PlannerSignal> begun(
      DataStream<PlannerSignal> start, JobSettings settings, String runId) {
    return start
        .map(new BegunBeforeFunction(settings, runId), TypeInformation.of(PlannerSignal.class))
        .startNewChain()
        .name("begun before");
  }

  /** A planner need not hold what it shows to nobody. */
  private static DataStream<PatchChange> patchesOf(String runId, DataStream<PatchChange> patches) {
    return patches.filter(patch -> runId.equals(patch.runId())).name("patches of the run");
  }

  /** Every run counts its versions from 0, and may train a policy of the same name. */
  private static DataStream<PolicyUpdate> versionsOf(
      String runId, DataStream<PolicyUpdate> updates) {
    return updates.filter(update -> update.getRunId().equals(runId)).name("versions of the run");
  }

  private static DataStream<PlannerSignal> versions(DataStream<PolicyUpdate> updates) {
    return updates
        .map(
            update -> PlannerSignal.policyVersion(update.getRunId(), update.getVersion()),
            TypeInformation.of(PlannerSignal.class))
        .name("versions");
  }

  private static DataStream<PlannerSignal> patched(DataStream<PatchChange> patches) {
    return patches
        .map(PlannerSignal::patch, TypeInformation.of(PlannerSignal.class))
        .name("patches told");
  }

  private static DataStream<PlannerSignal> changed(DataStream<TaskChange> tasks, String runId) {
    return tasks
        .flatMap(
            (TaskChange change, Collector<PlannerSignal> out) -> {
              TaskRecord record = change.record();
              Task task = record == null ? null : record.getTask();
              if (record == null) {
                out.collect(PlannerSignal.taskRemoved(runId, change.key()));
              } else if (task != null && runId.equals(task.getRunId())) {
                out.collect(PlannerSignal.task(runId, PlannedTask.of(task)));
              }
            },
            TypeInformation.of(PlannerSignal.class))
        .name("tasks changed");
  }

  /**
   * A run's episodes as they end, and if they are branched off all that was sampled in them, read
   * back: a job has no way from its end to its start.
   */
  private static DataStream<PlannerSignal> played(
      DataStream<TrajectoryEvent> played, RolloutPlan plan) {
    String runId = plan.runId();
    boolean whole = plan.readsEpisodes();
    return played
        .filter(event -> event.getRunId().equals(runId) && isHeard(event.getKind(), whole))
        .name("events of the run")
        .map(PlannerSignal::played, TypeInformation.of(PlannerSignal.class))
        .name("played");
  }

  private static boolean isHeard(EventKind kind, boolean whole) {
    return switch (kind) {
      case EPISODE_ENDED -> true;
      case EPISODE_STARTED, ASSISTANT_STEP -> whole;
      case TOOL_RESULTS, TURN_ENDED, USER_STEP -> false;
    };
  }

  /** The diagnoses of a run's episodes. */
  private static DataStream<PlannerSignal> diagnosed(
      KafkaInputs inputs, String runId, Clock clock) {
    return inputs
        .records(Topic.DIAGNOSES, Diagnosis.class, since(clock))
        .filter(
            diagnosis ->
                diagnosis.getKind() == DiagnosisKind.EPISODE && diagnosis.getRunId().equals(runId))
        .name("episodes of the run")
        .map(PlannerSignal::diagnosed, TypeInformation.of(PlannerSignal.class))
        .name("diagnosed");
  }

  private static OffsetsInitializer since(Clock clock) {
    return OffsetsInitializer.timestamp(clock.instant().minus(CLOCK_SKEW).toEpochMilli());
  }

  private static DataStream<RolloutNotice> notices(
      DataStream<TaskChange> tasks, DataStream<PolicyUpdate> updates) {
    TypeInformation<RolloutNotice> type = TypeInformation.of(RolloutNotice.class);
    return tasks
        .map(RolloutNotice::of, type)
        .name("tasks told")
        .union(updates.map(RolloutNotice::of, type).name("versions told"));
  }

  /** The topology between its sources and its outputs. */
  public static Streams define(
      DataStream<PlannerSignal> signals,
      DataStream<RolloutNotice> notices,
      RolloutPlan plan,
      RolloutSettings rules,
      PolicyFactory policies) {
    SingleOutputStreamOperator<EpisodeRequest> requests =
        signals
            .keyBy(PlannerSignal::runId)
            .process(new PlannerFunction(plan))
            .returns(TypeInformation.of(EpisodeRequest.class))
            .setParallelism(1)
            .name("plan")
            .uid(OperatorIds.PLAN);
    SingleOutputStreamOperator<TrajectoryEvent> events =
        requests
            .rebalance()
            .connect(notices.broadcast())
            .transform(
                "play",
                new AvroTypeInfo<>(TrajectoryEvent.class),
                new EpisodeRunnerFactory(rules, policies))
            .uid(OperatorIds.PLAY);
    return new Streams(
        events,
        requests.getSideOutput(PlannerFunction.MANIFESTS),
        events.getSideOutput(DeadLetters.FAILURES));
  }
}
