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

/**
 * A job on an embedded cluster that goes on from where it stopped. Of one memory there is one at a
 * time. A failure that the job restarts from is shown in a line.
 */
public final class EmbeddedRun {
  private static final Duration LONGEST_SAVEPOINT = Duration.ofMinutes(1);

  /** When the process is told to stop, there are ten seconds for all; a checkpoint is as good. */
  private static final Duration LONGEST_SAVEPOINT_ON_SIGNAL = Duration.ofSeconds(6);

  private static final Duration LONGEST_CANCEL = Duration.ofSeconds(2);

  private final JobClient job;
  private final JobCheckpoints memory;
  private final PrintWriter err;
  private final CompletableFuture<JobExecutionResult> ended;
  private volatile boolean stopped;
  private volatile Map<String, Object> newest = Map.of();

  private EmbeddedRun(JobClient job, JobCheckpoints memory, PrintWriter err) {
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
   * @throws UserError if another process runs the same job in the same directory, or its state was
   *     made with another Kafka cluster
   */
  public static EmbeddedRun start(
      String name,
      Configuration configuration,
      JobCheckpoints memory,
      boolean fresh,
      Consumer<StreamExecutionEnvironment> attach,
      PrintWriter err)
      throws Exception {
    AutoCloseable lock = memory.lock();
    try {
      return started(name, configuration, memory, fresh, attach, err, lock);
    } catch (Exception notStarted) {
      lock.close();
      throw notStarted;
    }
  }

  private static EmbeddedRun started(
      String name,
      Configuration configuration,
      JobCheckpoints memory,
      boolean fresh,
      Consumer<StreamExecutionEnvironment> attach,
      PrintWriter err,
      AutoCloseable lock)
      throws Exception {
    configuration.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, memory.checkpoints().toUri().toString());
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    Optional<Path> newest = memory.start(fresh);
    newest.ifPresent(
        path -> configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toUri().toString()));
    newest.ifPresent(path -> err.println("going on from " + path));
    int port = RestPort.choose(configuration);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    attach.accept(environment);
    EmbeddedRun run = new EmbeddedRun(environment.executeAsync(name), memory, err);
    JobFailures.watch(name, port, run.job.getJobID(), run.ended, err::println);
    var unused =
        run.ended.whenComplete(
            (result, failed) -> {
              try {
                lock.close();
              } catch (Exception alreadyFree) {
                err.println("cannot free the job's state: " + Causes.innermost(alreadyFree));
              }
            });
    return run;
  }

  /**
   * Waits for the end of the job.
   *
   * @return whether it has ended
   * @throws UserError if it failed
   */
  public boolean endsWithin(Duration patience) throws InterruptedException {
    try {
      ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException running) {
      return false;
    } catch (ExecutionException failed) {
      return orFailed(failed, true);
    }
  }

  /** A job that was cancelled because the process is to stop has not failed. */
  private <T> T orFailed(ExecutionException failed, T otherwise) {
    if (stopped) {
      return otherwise;
    }
    throw new UserError("the job failed: " + Causes.innermost(failed), failed);
  }

  /** The job's counts so far, or its final counts if it has ended. */
  public Map<String, Object> accumulators() throws InterruptedException {
    try {
      newest =
          ended.isDone() ? ended.get().getAllAccumulatorResults() : job.getAccumulators().get();
      return newest;
    } catch (ExecutionException failed) {
      return orFailed(failed, newest);
    }
  }

  /**
   * Stops the job so that the next start goes on from here: with a savepoint where it runs and one
   * is made in time, else from its newest checkpoint.
   */
  public void stopWithSavepoint() {
    stop(LONGEST_SAVEPOINT);
  }

  /** The same within eight seconds, for a process that was told to stop. */
  public void stopOnSignal() {
    stop(LONGEST_SAVEPOINT_ON_SIGNAL);
  }

  private void stop(Duration patience) {
    stopped = true;
    try {
      String savepoint =
          job.stopWithSavepoint(
                  false, memory.savepoints().toUri().toString(), SavepointFormatType.CANONICAL)
              .get(patience.toMillis(), TimeUnit.MILLISECONDS);
      memory.keepOnly(Path.of(URI.create(savepoint)));
      err.println("stopped with savepoint " + savepoint);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception refused) {
      cancel();
    }
  }

  private void cancel() {
    if (ended.isDone()) {
      err.println("the job had ended already");
      return;
    }
    try {
      job.cancel().get(LONGEST_CANCEL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (Exception alreadyEnding) {
      // The process ends, and the job with it.
    }
    err.println("stopped without a savepoint; the next start goes on from the newest checkpoint");
  }
}
