package org.sealflow.jobs;

import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.diagnose.DiagnoseFunction;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Capabilities;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchRecords;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.verify.DecodeEventFunction;
import org.sealflow.verify.LedgerPart;
import org.sealflow.verify.RawRecord;
import org.sealflow.verify.ReceivedEvent;
import org.sealflow.verify.Verified;
import org.sealflow.verify.VerifyFunction;
import org.sealflow.verify.VerifySettings;

/**
 * The live job: trajectories are verified and diagnosed turn by turn, and what training episodes
 * fail at changes the interface of the next.
 *
 * <pre>
 * trajectories ─► decode ─► verify ─► diagnose ─┬─► diagnoses
 * tasks ────────► decode ─────┘                 └─► {@link EvolutionStage} ─► profiles, patches
 *                    └─────────┴──► failures
 * </pre>
 */
public final class CoEvolutionJob {
  /** The consumer group, and the name the job runs under. */
  public static final String NAME = "sealflow-diagnose";

  /** The topics the job reads and writes. */
  public static final Set<Topic> TOPICS =
      Set.of(
          Topic.TRAJECTORIES,
          Topic.TASKS,
          Topic.ROLLOUT_BATCHES,
          Topic.DIAGNOSES,
          Topic.CAPABILITY_PROFILES,
          Topic.ENVIRONMENT_PATCHES,
          Topic.FAILURES);

  private CoEvolutionJob() {}

  /** What the job puts out. */
  public record Streams(
      DataStream<Diagnosis> diagnoses,
      DataStream<Failure> failures,
      DataStream<LedgerPart> ledger,
      DataStream<Diagnosis> training) {}

  /** Runs the job until it is stopped; the arguments are those of {@link JobSettings#parse}. */
  public static void main(String[] arguments) throws Exception {
    JobSettings settings = JobSettings.parse(arguments);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration(settings));
    attach(environment, settings);
    environment.execute(NAME);
  }

  /** The topology between Kafka's topics. */
  public static Streams attach(StreamExecutionEnvironment environment, JobSettings settings) {
    KafkaInputs inputs = new KafkaInputs(environment, settings, NAME);
    DataStream<TaskRecord> tasks = inputs.records(Topic.TASKS, TaskRecord.class);
    Streams streams =
        define(
            inputs.raw(Topic.TRAJECTORIES),
            tasks,
            VerifySettings.DEFAULT.withDeadline(settings.deadline()));
    EvolutionStage.Streams evolution =
        EvolutionStage.define(
            new EvolutionStage.Inputs(
                streams.training(),
                inputs.records(Topic.ROLLOUT_BATCHES, BatchManifest.class),
                tasks,
                inputs.records(Topic.ENVIRONMENT_PATCHES, PatchRecord.class)),
            settings.evolution());
    write(streams, evolution, inputs, settings);
    return streams;
  }

  private static void write(
      Streams streams, EvolutionStage.Streams evolution, KafkaInputs inputs, JobSettings settings) {
    streams
        .diagnoses()
        .sinkTo(KafkaEnds.sink(Topic.DIAGNOSES, Diagnosis.class, Diagnosis::getEpisodeId, settings))
        .name("diagnoses")
        .uid(OperatorIds.DIAGNOSES);
    evolution
        .profiles()
        .sinkTo(
            KafkaEnds.sink(
                Topic.CAPABILITY_PROFILES,
                CapabilityProfile.class,
                profile -> Capabilities.key(profile.getCapability()),
                settings))
        .name("capability-profiles")
        .uid(OperatorIds.PROFILES);
    evolution
        .patches()
        .sinkTo(
            KafkaEnds.sink(
                Topic.ENVIRONMENT_PATCHES, PatchRecord.class, PatchRecords::topicKey, settings))
        .name("environment-patches")
        .uid(OperatorIds.PATCHES);
    streams
        .failures()
        .union(inputs.failures())
        .sinkTo(KafkaEnds.sink(Topic.FAILURES, Failure.class, Failures::key, settings))
        .name("failures")
        .uid(OperatorIds.FAILURES);
  }

  /** The topology between its sources and its outputs. */
  public static Streams define(
      DataStream<RawRecord> trajectories, DataStream<TaskRecord> tasks, VerifySettings settings) {
    SingleOutputStreamOperator<ReceivedEvent> events =
        trajectories
            .process(new DecodeEventFunction())
            .returns(TypeInformation.of(ReceivedEvent.class))
            .name("decode events")
            .uid(OperatorIds.DECODE_EVENTS);
    SingleOutputStreamOperator<Verified> verified = verify(events, tasks, settings);
    SingleOutputStreamOperator<Diagnosis> diagnoses =
        verified
            .process(new DiagnoseFunction())
            .returns(new AvroTypeInfo<>(Diagnosis.class))
            .name("diagnose")
            .uid(OperatorIds.DIAGNOSE);
    return new Streams(
        diagnoses,
        verified
            .getSideOutput(VerifyFunction.FAILURES)
            .union(events.getSideOutput(VerifyFunction.FAILURES)),
        verified
            .getSideOutput(VerifyFunction.LEDGER)
            .union(events.getSideOutput(VerifyFunction.LEDGER)),
        diagnoses.getSideOutput(DiagnoseFunction.TRAINING));
  }

  /** Verification keyed by episode, with the tasks at every instance. */
  static SingleOutputStreamOperator<Verified> verify(
      DataStream<ReceivedEvent> events, DataStream<TaskRecord> tasks, VerifySettings settings) {
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
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, settings.checkpointInterval());
    configuration.set(ExecutionOptions.BUFFER_TIMEOUT, settings.bufferTimeout());
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    if (settings.parallelism() > 0) {
      configuration.set(
          org.apache.flink.configuration.CoreOptions.DEFAULT_PARALLELISM, settings.parallelism());
    }
    return configuration;
  }

  /** What holds for every job: no Kryo, and records are handed on without copies. */
  static Configuration execution() {
    Configuration configuration = new Configuration();
    configuration.set(PipelineOptions.GENERIC_TYPES, false);
    configuration.set(PipelineOptions.OBJECT_REUSE, true);
    return configuration;
  }
}
