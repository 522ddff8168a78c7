package org.sealflow.system;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.ledger.Ledger;

/** A job on an embedded cluster that keeps its checkpoints in a directory. Closing kills it. */
final class RunningJob implements AutoCloseable {
  /**
   * Key groups for up to four instances: a checkpoint looks into every one of every state, and
   * these jobs make several checkpoints a second.
   */
  static final ExecutionLimits FEW_KEY_GROUPS = ExecutionLimits.DEFAULT.withMaxParallelism(12);

  /** The same, and no thread of each exchange that wakes up a thousand times a second. */
  static final ExecutionSettings LIGHT =
      ExecutionSettings.DEFAULT.withLimits(FEW_KEY_GROUPS).withBufferTimeout(Duration.ofMillis(20));

  private static final long LONGEST_SECONDS = 60;
  private static final String METADATA = "_metadata";

  private final JobClient client;
  private final Path directory;

  private RunningJob(JobClient client, Path directory) {
    this.client = client;
    this.directory = directory;
  }

  /**
   * Starts a job from its newest checkpoint in the directory, or anew where there is none.
   *
   * @param attach puts the topology into the environment
   */
  static RunningJob start(
      String name,
      Configuration configuration,
      Path directory,
      Consumer<StreamExecutionEnvironment> attach)
      throws Exception {
    // A failure must end the test, not start the job again and again.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    configuration.set(HeartbeatManagerOptions.HEARTBEAT_INTERVAL, Duration.ofMillis(500));
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    Path newest = newest(directory);
    if (newest != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, newest.toUri().toString());
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    attach.accept(environment);
    return new RunningJob(environment.executeAsync(name), directory);
  }

  private static @Nullable Path newest(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return null;
    }
    Snapshots snapshots = new Snapshots();
    Files.walkFileTree(directory, snapshots);
    return snapshots.complete.stream()
        .max(Comparator.comparing(file -> file.toFile().lastModified()))
        .map(Path::getParent)
        .orElse(null);
  }

  /** Complete checkpoints and savepoints. Others go while they are looked for. */
  private static final class Snapshots extends SimpleFileVisitor<Path> {
    private final List<Path> complete = new ArrayList<>();

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (file.endsWith(METADATA)) {
        complete.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException gone) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException gone) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** Waits until the job has completed a checkpoint that a next start can go on from. */
  void awaitCheckpoint() throws Exception {
    Await.until(
        "a checkpoint", Duration.ofSeconds(LONGEST_SECONDS), () -> newest(directory) != null);
  }

  /**
   * Stops the job in order.
   *
   * @return its last savepoint
   */
  Path stop() throws Exception {
    Await.until(
        "a savepoint to stop with", Duration.ofSeconds(LONGEST_SECONDS), this::stopsWithSavepoint);
    client.getJobExecutionResult().get(LONGEST_SECONDS, TimeUnit.SECONDS);
    return requireNonNull(newest(directory));
  }

  /** A job that has only just begun refuses: not all of its tasks run. */
  private boolean stopsWithSavepoint() throws Exception {
    try {
      client
          .stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL)
          .get(LONGEST_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (ExecutionException refused) {
      if (!isRunning()) {
        throw refused;
      }
      return false;
    }
  }

  /** Fails where the job has failed. */
  boolean isRunning() throws Exception {
    if (client.getJobExecutionResult().isDone()) {
      client.getJobExecutionResult().get();
      return false;
    }
    return true;
  }

  /** Whether all of these jobs run; fails where one has failed. */
  static boolean areRunning(RunningJob... jobs) {
    try {
      for (RunningJob job : jobs) {
        if (!job.isRunning()) {
          return false;
        }
      }
      return true;
    } catch (Exception failed) {
      throw new AssertionError("a job failed", failed);
    }
  }

  /** What the job has counted, where it has ended in order. */
  Ledger ledger() throws Exception {
    return Ledger.of(
        client
            .getJobExecutionResult()
            .get(LONGEST_SECONDS, TimeUnit.SECONDS)
            .getAllAccumulatorResults());
  }

  @Override
  public void close() {
    try {
      if (!client.getJobExecutionResult().isDone()) {
        client.cancel().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        client
            .getJobExecutionResult()
            .handle((result, cancelled) -> "ended")
            .get(LONGEST_SECONDS, TimeUnit.SECONDS);
      }
    } catch (Exception e) {
      throw new IllegalStateException("the job cannot be cancelled", e);
    }
  }
}
