package org.sealflow.jobs;

import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Topic;

/**
 * Diagnoses anew what stands in the topics, beside the job that serves them: verification and
 * diagnosis alone, bounded. It writes nothing, and commits no offsets.
 *
 * <pre>
 * trajectories ─► decode ─► verify ─► diagnose ─► diagnoses
 * tasks ─────────────────────┘
 * </pre>
 */
public final class CanaryJob {
  /** The consumer group, and the name the job runs under. */
  public static final String NAME = "sealflow-canary";

  private CanaryJob() {}

  /**
   * The topology.
   *
   * @param since where trajectories are read from
   */
  public static DataStream<Diagnosis> attach(
      StreamExecutionEnvironment environment, JobSettings settings, StartPosition since) {
    JobSettings bounded = settings.with(settings.execution().bounded(true));
    KafkaInputs inputs = new KafkaInputs(environment, bounded, NAME);
    return CoEvolutionJob.define(
            inputs.raw(Topic.TRAJECTORIES, offsets(since)),
            inputs.tasks(),
            CoEvolutionJob.rules(bounded),
            bounded.execution().bufferTimeout())
        .diagnoses();
  }

  private static OffsetsInitializer offsets(StartPosition since) {
    return switch (since.kind()) {
      case EARLIEST -> OffsetsInitializer.earliest();
      case LATEST -> OffsetsInitializer.latest();
      case TIME -> OffsetsInitializer.timestamp(since.epochMillis());
    };
  }

  /** How the job is executed: it fails at once, and has nothing to go on from. */
  public static Configuration configuration(JobSettings settings) {
    Configuration configuration = CoEvolutionJob.configuration(settings);
    configuration.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    return configuration;
  }
}
