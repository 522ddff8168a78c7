package org.sealflow.jobs;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.capability.PermutationSettings;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.DecodeEventFunction;
import org.sealflow.ingest.PatchChange;
import org.sealflow.ingest.RawRecord;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.jobs.input.GroupStart;
import org.sealflow.jobs.input.Timeless;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.jobs.otlp.OtlpSettings;
import org.sealflow.jobs.otlp.OtlpSink;
import org.sealflow.jobs.settings.EvolutionSettings;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.LearningSettings;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.Topic;
import org.sealflow.tasks.TaskChange;
import org.sealflow.verify.Verified;
import org.sealflow.verify.VerifyFunction;
import org.sealflow.verify.VerifySettings;

/**
 * The live job: trajectories are verified and diagnosed turn by turn, what training episodes fail
 * at changes the interface of the next, and where a policy is to be learned, it learns from them.
 *
 * <pre>
 * tasks ────────► decode ────┐
 * trajectories ─► decode ─► verify ─► diagnose ─┬─► diagnoses
 *                                               └─► episodes ─┬─► {@link EvolutionStage} ─► profiles, patches
 *                                                             └─► {@link LearnStage} ─────► updates, metrics
 * </pre>
 *
 * <p>Without a learner the job serves all runs at once, each as if it were alone; one with a
 * learner serves its run, from where that begins, and passes all others over. Two jobs must not
 * serve one run.
 *
 * <p>Both stages read the batches as planned, the first one tasks and patches too, and what the
 * learner measures of the reliance on patches where that counts. Where the settings say so, {@link
 * PermutationStage} stands before both. What cannot be used goes to the failures, wherever it is
 * noticed.
 */
public final class CoEvolutionJob {
  /** The consumer group, and the name the job runs under where it serves all runs. */
  public static final String NAME = "sealflow-diagnose";

  /** The topics the job uses without a learner. */
  public static final TopicUse TOPICS =
      TopicUse.reading(
              Topic.TRAJECTORIES, Topic.TASKS, Topic.ROLLOUT_BATCHES, Topic.ENVIRONMENT_PATCHES)
          .and(
              TopicUse.writing(
                  Topic.DIAGNOSES,
                  Topic.CAPABILITY_PROFILES,
                  Topic.ENVIRONMENT_PATCHES,
                  Topic.FAILURES));

  /** Checkpoints come often and hold megabytes: written in few pieces, they cost little. */
  private static final int STATE_BUFFER_BYTES = 256 << 10;

  /**
   * What RocksDB keeps to find a key, or not to look for it: in pieces, because one of a million
   * keys does not fit its cache and is read again for each. Named here, because RocksDB belongs to
   * the cluster and not to the job.
   */
  private static final List<ConfigOption<Boolean>> ROCKSDB_INDEX =
      List.of(
          switchOf("state.backend.rocksdb.use-bloom-filter"),
          switchOf("state.backend.rocksdb.memory.partitioned-index-filters"));

  /** Storage that is away for a while costs checkpoints, not a restart. */
  private static final int FAILED_CHECKPOINTS_TOLERATED = 3;

  /**
   * A JobManager that recovers the job waits as long as the job itself says, whatever the cluster
   * does, and ends if that is over: 10 s are too few for one that has just started on a busy
   * machine.
   */
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(1);

  private static final Duration LONGEST_GRACE = Duration.ofMinutes(1);

  private CoEvolutionJob() {}

  /**
   * The output of verification and diagnosis.
   *
   * @param diagnoses diagnoses of turns and episodes as they are made
   * @param episodes every episode that has ended
   * @param failures what could not be used
   * @param ledger counts
   */
  public record Streams(
      DataStream<Diagnosis> diagnoses,
      DataStream<DiagnosedEpisode> episodes,
      DataStream<Failure> failures,
      DataStream<LedgerPart> ledger) {}

  /** The topics the job uses with these settings. */
  public static TopicUse topics(JobSettings settings) {
    LearningSettings learning = settings.learning();
    return learning == null ? TOPICS : TOPICS.and(LearnStage.topics(learning));
  }

  /** Runs the job until it is stopped; the arguments are those of {@link JobSettings#parse}. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.parse(arguments);
    JobTopics.requireInJob(settings, topics(settings));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration(settings));
    attach(environment, settings);
    environment.execute(name(settings));
  }

  /** The topology between Kafka's topics. */
  public static Streams attach(StreamExecutionEnvironment environment, JobSettings settings) {
    KafkaInputs inputs = new KafkaInputs(environment, settings, name(settings));
    RunChoice runs = runs(settings);
    DataStream<TaskChange> tasks = inputs.tasks();
    DataStream<BatchManifest> manifests =
        runs.of(
            inputs.records(Topic.ROLLOUT_BATCHES, BatchManifest.class), BatchManifest::getRunId);
    VerifySettings rules = rules(settings);
    Streams streams =
        define(
            trajectories(inputs, settings, runs),
            timeless(tasks, settings),
            rules,
            runs,
            settings.execution().bufferTimeout());
    DataStream<DiagnosedEpisode> training =
        labelled(
            streams.episodes().filter(DiagnosedEpisode::isTraining).name("training episodes"),
            manifests,
            settings);
    LearningSettings learning = settings.learning();
    LearnStage.Streams learned =
        learning == null ? null : LearnStage.define(training, manifests, learning);
    EvolutionStage.Streams evolution =
        EvolutionStage.define(
            new EvolutionStage.Inputs(
                training,
                manifests,
                tasks,
                runs.of(inputs.patches(), PatchChange::runId),
                learned == null ? null : learned.steps()),
            evolution(settings));
    KafkaOutputs outputs = new KafkaOutputs(settings);
    DataStream<Failure> failures =
        streams.failures().union(inputs.failures(), evolution.failures());
    if (learning != null && learned != null) {
      LearnStage.write(learned, learning, outputs);
      failures = failures.union(learned.failures());
    }
    write(streams, evolution, outputs);
    OtlpSettings collector = settings.diagnosis().otlp();
    if (collector != null) {
      evaluate(streams.diagnoses(), collector);
    }
    outputs.writeFailures(failures);
    return streams;
  }

  /**
   * Tasks move no deadline. In a job that ends at what is there they all are read before the
   * episodes that are open end with the input.
   */
  private static DataStream<TaskChange> timeless(
      DataStream<TaskChange> tasks, JobSettings settings) {
    return settings.execution().bounded()
        ? tasks
        : tasks.assignTimestampsAndWatermarks(Timeless.strategy()).name("tasks without time");
  }

  /** How the job verifies. */
  static VerifySettings rules(JobSettings settings) {
    VerifySettings rules =
        VerifySettings.DEFAULT
            .withDeadline(settings.diagnosis().deadline())
            .withMemory(
                settings.execution().limits().liveEpisodes(),
                settings.execution().limits().endedMemory())
            .withRepairs(
                settings.diagnosis().repairs() ? new RepairFinder(RepairSettings.DEFAULT) : null)
            .withJudge(settings.diagnosis().judge());
    return settings.learning() == null ? rules : rules.withSteps();
  }

  /** A job with a learner is its run's; without one it serves all runs. */
  private static RunChoice runs(JobSettings settings) {
    LearningSettings learning = settings.learning();
    return learning == null ? RunChoice.ALL : new RunChoice(learning.learn().runId());
  }

  private static DataStream<RawRecord> trajectories(
      KafkaInputs inputs, JobSettings settings, RunChoice runs) {
    String only = runs.only();
    OffsetsInitializer start =
        only == null ? new GroupStart() : new RunStart(settings, only, Clock.systemUTC());
    return inputs.trajectories(start, grace(settings.diagnosis().deadline()));
  }

  /** Where time would leap, nobody is ended as stalled for so long. */
  private static Duration grace(Duration deadline) {
    return deadline.compareTo(LONGEST_GRACE) < 0 ? deadline : LONGEST_GRACE;
  }

  /** Training episodes with the labels that profiles and learner are given. */
  private static DataStream<DiagnosedEpisode> labelled(
      DataStream<DiagnosedEpisode> training,
      DataStream<BatchManifest> manifests,
      JobSettings settings) {
    PermutationSettings permutation = settings.permutation();
    return permutation == null
        ? training
        : PermutationStage.define(training, manifests, permutation);
  }

  /**
   * The consumer group and the name the job runs under: the learner's state belongs to its run, and
   * so does the job's position in its topics.
   */
  public static String name(JobSettings settings) {
    LearningSettings learning = settings.learning();
    return learning == null ? NAME : NAME + "-" + learning.learn().runId();
  }

  private static EvolutionSettings evolution(JobSettings settings) {
    LearningSettings learning = settings.learning();
    return learning == null
        ? settings.evolution()
        : settings.evolution().besideLearner(learning.learn().learner().reward());
  }

  private static void write(
      Streams streams, EvolutionStage.Streams evolution, KafkaOutputs outputs) {
    outputs.write(
        streams.diagnoses(),
        Topic.DIAGNOSES,
        Diagnosis.class,
        Diagnosis::getEpisodeId,
        OperatorIds.DIAGNOSES);
    outputs.write(
        evolution.profiles(),
        Topic.CAPABILITY_PROFILES,
        CapabilityProfile.class,
        Capabilities::topicKey,
        OperatorIds.PROFILES);
    outputs.write(
        evolution.patches(),
        Topic.ENVIRONMENT_PATCHES,
        PatchRecord.class,
        PatchRecords::topicKey,
        OperatorIds.PATCHES);
  }

  /** Diagnoses go to a collector of OpenTelemetry too. */
  static void evaluate(DataStream<Diagnosis> diagnoses, OtlpSettings collector) {
    diagnoses.sinkTo(new OtlpSink(collector)).name("evaluation events").uid(OperatorIds.OTLP);
  }

  /**
   * Verification and diagnosis of all runs between their sources and their outputs.
   *
   * @param bufferTimeout longest time an event waits to be sent on
   */
  public static Streams define(
      DataStream<RawRecord> trajectories,
      DataStream<TaskChange> tasks,
      VerifySettings settings,
      Duration bufferTimeout) {
    return define(trajectories, tasks, settings, RunChoice.ALL, bufferTimeout);
  }

  /** The topology between its sources and its outputs. */
  static Streams define(
      DataStream<RawRecord> trajectories,
      DataStream<TaskChange> tasks,
      VerifySettings settings,
      RunChoice runs,
      Duration bufferTimeout) {
    SingleOutputStreamOperator<ReceivedEvent> decoded =
        trajectories
            .process(new DecodeEventFunction())
            .returns(TypeInformation.of(ReceivedEvent.class))
            .name("decode events")
            .uid(OperatorIds.DECODE_EVENTS);
    DataStream<ReceivedEvent> events =
        runs.of(decoded, received -> received.event().getRunId())
            .setBufferTimeout(bufferTimeout.toMillis());
    SingleOutputStreamOperator<Verified> verified = verify(events, tasks, settings);
    SingleOutputStreamOperator<Diagnosis> diagnoses =
        verified
            .process(new DiagnoseFunction())
            .returns(new AvroTypeInfo<>(Diagnosis.class))
            .name("diagnose")
            .uid(OperatorIds.DIAGNOSE);
    return new Streams(
        diagnoses,
        diagnoses.getSideOutput(DiagnoseFunction.EPISODES),
        verified
            .getSideOutput(DeadLetters.FAILURES)
            .union(
                decoded.getSideOutput(DeadLetters.FAILURES),
                diagnoses.getSideOutput(DeadLetters.FAILURES)),
        verified.getSideOutput(LedgerPart.OUTPUT).union(decoded.getSideOutput(LedgerPart.OUTPUT)));
  }

  /** Verification keyed by episode, with the tasks at every instance. */
  static SingleOutputStreamOperator<Verified> verify(
      DataStream<ReceivedEvent> events, DataStream<TaskChange> tasks, VerifySettings settings) {
    return events
        .keyBy(received -> received.event().getEpisodeId())
        .connect(tasks.broadcast(VerifyFunction.TASKS))
        .process(new VerifyFunction(settings))
        .returns(TypeInformation.of(Verified.class))
        .name("verify")
        .uid(OperatorIds.VERIFY);
  }

  /** How the job is executed. */
  public static Configuration configuration(JobSettings settings) {
    Configuration configuration = execution();
    configuration.set(
        CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.execution().checkpointInterval());
    configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, FAILED_CHECKPOINTS_TOLERATED);
    // Events alone wait for each other, see define: each output with a buffer timeout has a thread
    // that wakes up once per timeout, whether there are records or not.
    configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ZERO);
    configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, LONGEST_ANSWER);
    limit(configuration, settings.execution().limits());
    if (settings.execution().parallelism() > 0) {
      configuration.set(CoreOptions.DEFAULT_PARALLELISM, settings.execution().parallelism());
    }
    int width = width(settings);
    NetworkBuffers.LIVE.set(configuration, width);
    if (settings.learning() != null) {
      // An embedded cluster has as many slots as the job is wide; the learner has one more.
      configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, width + 1);
    }
    return configuration;
  }

  /** A job that fails again and again ends, and says why; it does not look alive for ever. */
  private static void limit(Configuration configuration, ExecutionLimits limits) {
    configuration.set(PipelineOptions.MAX_PARALLELISM, limits.maxParallelism());
    if (limits.restarts() == 0) {
      // Attempts with a delay are at least one.
      configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
      return;
    }
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, limits.restarts());
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD,
        limits.restartWindow());
  }

  private static int width(JobSettings settings) {
    return settings.execution().parallelism() > 0
        ? settings.execution().parallelism()
        : Runtime.getRuntime().availableProcessors();
  }

  /**
   * The settings of every job: no Kryo, records are handed on without copies, and RocksDB finds a
   * key fast: every episode that begins is looked for among those that have ended.
   */
  static Configuration execution() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    configuration.set(CheckpointingOptions.FS_WRITE_BUFFER_SIZE, STATE_BUFFER_BYTES);
    ROCKSDB_INDEX.forEach(option -> configuration.set(option, true));
    return configuration;
  }

  private static ConfigOption<Boolean> switchOf(String key) {
    return ConfigOptions.key(key).booleanType().defaultValue(false);
  }
}
