package org.sealflow.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.settings.DiagnosisSettings;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.ledger.Ledger;

/** The live job on an embedded cluster. Closing cancels it. */
final class LiveJob implements AutoCloseable {
  private static final long LONGEST_SECONDS = 60;

  private final JobClient client;

  private LiveJob(JobClient client) {
    this.client = client;
  }

  /** Starts the job on what is there, to end when it has read it. */
  static LiveJob overWhatIsThere(Connection broker) throws Exception {
    return start(settings(broker, true), null);
  }

  /** The same with a judge of natural-language assertions. */
  static LiveJob overWhatIsThere(Connection broker, JudgeSettings judge) throws Exception {
    JobSettings settings = settings(broker, true);
    return start(settings.with(settings.diagnosis().withJudge(judge)), null);
  }

  /** Starts the job, to run until it is stopped. */
  static LiveJob unbounded(Connection broker) throws Exception {
    return start(settings(broker, false), null);
  }

  /** Starts the job from a savepoint, to run until it is stopped. */
  static LiveJob from(String savepoint, Connection broker) throws Exception {
    return start(settings(broker, false), savepoint);
  }

  /** Starts the job with another deadline and all key groups, to run until it is stopped. */
  static LiveJob withDeadline(Connection broker, Duration deadline) throws Exception {
    return start(settings(broker, false, deadline, ExecutionLimits.DEFAULT), null);
  }

  /** The same from a savepoint. */
  static LiveJob from(String savepoint, Connection broker, Duration deadline) throws Exception {
    return start(settings(broker, false, deadline, ExecutionLimits.DEFAULT), savepoint);
  }

  /**
   * Starts the job in another shape, to run until it is stopped.
   *
   * @param savepoint where its state is; null where it begins
   * @param backend how it keeps its state, {@code hashmap} or {@code rocksdb}
   */
  static LiveJob shaped(
      @Nullable String savepoint, Connection broker, int parallelism, String backend)
      throws Exception {
    JobSettings settings = settings(broker, false);
    Configuration configuration = configuration(settings, savepoint);
    configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
    configuration.set(StateBackendOptions.STATE_BACKEND, backend);
    return execute(settings, configuration);
  }

  private static JobSettings settings(Connection broker, boolean boundedAtEnd) {
    return settings(
        broker, boundedAtEnd, DiagnosisSettings.DEFAULT.deadline(), RunningJob.FEW_KEY_GROUPS);
  }

  private static JobSettings settings(
      Connection broker, boolean boundedAtEnd, Duration deadline, ExecutionLimits limits) {
    return JobSettings.of(KafkaSettings.of(broker.bootstrapServers(), broker.topics()))
        .with(
            RunningJob.LIGHT
                .withParallelism(2)
                .withCheckpointInterval(Duration.ofMillis(500))
                .withLimits(limits)
                .bounded(boundedAtEnd))
        .with(DiagnosisSettings.DEFAULT.withDeadline(deadline));
  }

  private static LiveJob start(JobSettings settings, @Nullable String savepoint) throws Exception {
    return execute(settings, configuration(settings, savepoint));
  }

  private static Configuration configuration(JobSettings settings, @Nullable String savepoint) {
    Configuration configuration = CoEvolutionJob.configuration(settings);
    // A failure must end the test, not start the job again and again.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    // Counts of a running job come with heartbeats.
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    return configuration;
  }

  private static LiveJob execute(JobSettings settings, Configuration configuration)
      throws Exception {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    CoEvolutionJob.attach(environment, settings);
    return new LiveJob(environment.executeAsync(CoEvolutionJob.NAME));
  }

  /** Waits for the end of a bounded or stopped job and answers its last ledger. */
  Ledger end() throws Exception {
    return Ledger.of(
        client
            .getJobExecutionResult()
            .get(LONGEST_SECONDS, TimeUnit.SECONDS)
            .getAllAccumulatorResults());
  }

  /** Waits until the running job has read so many records. */
  void awaitRecordsRead(long records) throws Exception {
    Await.until(
        records + " records to be read",
        Duration.ofSeconds(LONGEST_SECONDS),
        () -> Ledger.of(client.getAccumulators().get()).recordsRead() >= records);
  }

  /** Stops the job, waits for its end and answers where its state is. */
  String stop(Path savepoints) throws Exception {
    AtomicReference<String> savepoint = new AtomicReference<>();
    Await.until(
        "a savepoint to stop with",
        Duration.ofSeconds(LONGEST_SECONDS),
        () -> {
          savepoint.set(stopped(savepoints));
          return savepoint.get() != null;
        });
    end();
    return savepoint.get();
  }

  /** A job that has only just begun refuses: not all of its tasks run. */
  private @Nullable String stopped(Path savepoints) throws Exception {
    try {
      return client
          .stopWithSavepoint(false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
          .get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException refused) {
      if (client.getJobExecutionResult().isDone()) {
        client.getJobExecutionResult().get();
        throw refused;
      }
      return null;
    }
  }

  @Override
  public void close() {
    try {
      if (!client.getJobExecutionResult().isDone()) {
        client.cancel().get(LONGEST_SECONDS, TimeUnit.SECONDS);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the job cannot be cancelled", e);
    }
  }
}
