package org.sealflow.jobs.bench.stream;

import java.nio.file.Path;
import java.time.Instant;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.bench.CpuMeter;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.schemas.Topic;

/**
 * What a job that reads trajectories to their end wrote to the diagnoses, and what that cost from
 * the first record to the last.
 */
final class JobRun {
  private long records;
  private long bytes;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;
  private long cpuNanos;
  private long compilerNanos;

  private JobRun() {}

  /** A job to run to its end. */
  @FunctionalInterface
  interface Job {
    void attach(StreamExecutionEnvironment environment, JobSettings settings);
  }

  /**
   * Runs a job to its end on a cluster of its own.
   *
   * @param settings of a job that is bounded, with its parallelism
   */
  static JobRun of(Job job, JobSettings settings, Connection connection, Path checkpoints)
      throws Exception {
    Configuration configuration = CoEvolutionJob.configuration(settings);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(
            settings.execution().parallelism(), configuration);
    job.attach(environment, settings);
    Instant begun = Instant.now();
    JobRun run = new JobRun();
    try (CpuMeter meter = CpuMeter.start()) {
      environment.execute("sealflow-bench");
      try (TopicReader reader =
          TopicReader.open(connection, Topic.DIAGNOSES, StartPosition.at(begun))) {
        reader.readToEnd(run::take);
      }
      run.cpuNanos = meter.cpuNanos(run.firstMillis, run.lastMillis);
      run.compilerNanos = meter.compilerNanos(run.firstMillis, run.lastMillis);
    }
    return run;
  }

  private boolean take(ConsumerRecord<byte[], byte[]> record) {
    records++;
    bytes += record.serializedKeySize() + record.serializedValueSize();
    firstMillis = Math.min(firstMillis, record.timestamp());
    lastMillis = Math.max(lastMillis, record.timestamp());
    return true;
  }

  /** Number of records written. */
  long records() {
    return records;
  }

  /** Their keys and values. */
  long bytes() {
    return bytes;
  }

  double perSecond(long events) {
    return events * 1e3 / Math.max(1, lastMillis - firstMillis);
  }

  /**
   * Processor time of everything but the just-in-time compiler; NaN where the run was too short to
   * tell them apart: the compiler's is known to a tenth of a second.
   */
  double cpuMicros(long events) {
    long others = cpuNanos - compilerNanos;
    return others > 0 ? others / 1e3 / events : Double.NaN;
  }

  /** Processor time of the just-in-time compiler, which a job that goes on needs no more. */
  double compilerMicros(long events) {
    return compilerNanos / 1e3 / events;
  }
}
