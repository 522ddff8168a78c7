package org.sealflow.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.CoEvolutionJob;
import org.sealflow.jobs.JobSettings;
import org.sealflow.jobs.LedgerTotals;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.verify.Ledger;
import org.sealflow.verify.LedgerPart;

/** The live job on an embedded cluster, its ledger taken as it comes. Closing cancels it. */
final class LiveJob implements AutoCloseable {
  private static final long LONGEST_SECONDS = 60;

  private final JobClient client;
  private final CloseableIterator<LedgerPart> parts;
  private final CompletableFuture<Ledger> ledger;

  private LiveJob(
      JobClient client,
      CloseableIterator<LedgerPart> parts,
      CompletableFuture<Ledger> ledger) {
    this.client = client;
    this.parts = parts;
    this.ledger = ledger;
  }

  /** Starts the job on what is there, to end when it has read it. */
  static LiveJob overWhatIsThere(Connection broker) throws Exception {
    return start(settings(broker, true), null);
  }

  /** Starts the job, to run until it is stopped. */
  static LiveJob unbounded(Connection broker) throws Exception {
    return start(settings(broker, false), null);
  }

  /** Starts the job from a savepoint, to run until it is stopped. */
  static LiveJob from(String savepoint, Connection broker) throws Exception {
    return start(settings(broker, false), savepoint);
  }

  private static JobSettings settings(Connection broker, boolean boundedAtEnd) {
    JobSettings defaults = JobSettings.of(broker.bootstrapServers());
    return new JobSettings(
        defaults.bootstrapServers(),
        broker.topics().prefix(),
        defaults.kafkaProperties(),
        2,
        Duration.ofMillis(500),
        defaults.bufferTimeout(),
        defaults.deadline(),
        boundedAtEnd);
  }

  private static LiveJob start(JobSettings settings, @Nullable String savepoint) throws Exception {
    Configuration configuration = CoEvolutionJob.configuration(settings);
    // A failure must end the test, not start the job again and again.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    if (savepoint != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    CloseableIterator<LedgerPart> parts =
        CoEvolutionJob.attach(environment, settings).ledger().collectAsync();
    JobClient client = environment.executeAsync(CoEvolutionJob.NAME);
    return new LiveJob(
        client, parts, CompletableFuture.supplyAsync(() -> sum(parts), LiveJob::inBackground));
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "ledger");
    thread.setDaemon(true);
    thread.start();
  }

  private static Ledger sum(CloseableIterator<LedgerPart> parts) {
    LedgerTotals totals = new LedgerTotals();
    while (parts.hasNext()) {
      totals.take(parts.next());
    }
    return totals.sum();
  }

  /** Waits for the end of a bounded job and answers its last ledger. */
  Ledger end() throws Exception {
    client.getJobExecutionResult().get(LONGEST_SECONDS, TimeUnit.SECONDS);
    return ledger.get(LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** Stops the job and answers where its state is. */
  String stop(Path savepoints) throws Exception {
    return client
        .stopWithSavepoint(
            false, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** Ends the job as if its input had ended, and answers its last ledger. */
  Ledger drain(Path savepoints) throws Exception {
    client
        .stopWithSavepoint(true, savepoints.toUri().toString(), SavepointFormatType.CANONICAL)
        .get(LONGEST_SECONDS, TimeUnit.SECONDS);
    return end();
  }

  @Override
  public void close() {
    try {
      if (!client.getJobExecutionResult().isDone()) {
        client.cancel().get(LONGEST_SECONDS, TimeUnit.SECONDS);
      }
      parts.close();
    } catch (Exception e) {
      throw new IllegalStateException("the job cannot be cancelled", e);
    }
  }
}
