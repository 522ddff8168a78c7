package org.sealflow.jobs.live;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.jobs.settings.UserError;

/** A job on an embedded cluster that goes on from where it stopped. */
public final class EmbeddedRun {
  private final JobClient job;
  private final JobMemory memory;
  private final PrintWriter err;
  private final CompletableFuture<JobExecutionResult> ended;

  private EmbeddedRun(JobClient job, JobMemory memory, PrintWriter err) {
    this.job = job;
    this.memory = memory;
    this.err = err;
    this.ended = job.getJobExecutionResult();
  }

  /**
   * Starts a job from its newest checkpoint or savepoint.
   *
   * @param fresh whether to forget what an earlier run left
   * @param attach puts the job's topology into the environment
   */
  public static EmbeddedRun start(
      String name,
      Configuration configuration,
      JobMemory memory,
      boolean fresh,
      Consumer<StreamExecutionEnvironment> attach,
      PrintWriter err)
      throws Exception {
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, memory.checkpoints().toUri().toString());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    Optional<Path> newest = fresh ? Optional.empty() : memory.newest();
    newest.ifPresent(
        path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString()));
    newest.ifPresent(path -> err.println("going on from " + path));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    attach.accept(environment);
    return new EmbeddedRun(environment.executeAsync(name), memory, err);
  }

  /**
   * Waits for the end of the job.
   *
   * @return whether it has ended
   * @throws UserError where it failed
   */
  public boolean endsWithin(Duration patience) throws InterruptedException {
    try {
      ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException running) {
      return false;
    } catch (ExecutionException failed) {
      throw new UserError("the job failed: " + Causes.innermost(failed), failed);
    }
  }

  /** What the job has counted so far, or in all where it has ended. */
  public Map<String, Object> accumulators() throws InterruptedException {
    try {
      return ended.isDone() ? ended.get().getAllAccumulatorResults() : job.getAccumulators().get();
    } catch (ExecutionException failed) {
      throw new UserError("the job failed: " + Causes.innermost(failed), failed);
    }
  }

  /** Stops the job so that the next start goes on from here. */
  public void stopWithSavepoint() {
    try {
      String savepoint =
          job.stopWithSavepoint(
                  false, memory.savepoints().toUri().toString(), SavepointFormatType.CANONICAL)
              .get();
      memory.keepOnly(Path.of(URI.create(savepoint)));
      err.println("stopped with savepoint " + savepoint);
    } catch (Exception alreadyEnded) {
      err.println("stopped without a savepoint: " + Causes.innermost(alreadyEnded));
    }
  }
}
