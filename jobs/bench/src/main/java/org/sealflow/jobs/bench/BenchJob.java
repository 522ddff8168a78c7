package org.sealflow.jobs.bench;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.sealflow.jobs.settings.UserError;

/** A job on a cluster of its own in this process, until it is closed; never started again. */
public final class BenchJob implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;

  private final String name;
  private final JobClient client;

  private BenchJob(String name, JobClient client) {
    this.name = name;
    this.client = client;
  }

  /**
   * Starts a job.
   *
   * @param attach puts the topology into the environment
   */
  public static BenchJob start(
      String name, Configuration configuration, Consumer<StreamExecutionEnvironment> attach)
      throws Exception {
    // A failure must end the benchmark, not start the job again.
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "disable");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createLocalEnvironment(configuration);
    attach.accept(environment);
    return new BenchJob(name, environment.executeAsync(name));
  }

  /**
   * Makes a failure known.
   *
   * @throws UserError if the job has failed, or ended without being asked to
   */
  public void requireRunning() throws InterruptedException {
    if (client.getJobExecutionResult().isDone()) {
      awaitEnd(PATIENCE_SECONDS);
      throw new UserError("the job " + name + " ended before it was stopped");
    }
  }

  /**
   * Waits until a job with bounded inputs has ended by itself.
   *
   * @throws UserError if it failed, or takes longer than the patience
   */
  public void awaitEnd(long patienceSeconds) throws InterruptedException {
    try {
      client.getJobExecutionResult().get(patienceSeconds, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      throw new UserError("the job " + name + " failed: " + innermost(failed), failed);
    } catch (TimeoutException late) {
      throw new UserError(
          "the job " + name + " did not end within " + patienceSeconds + " s", late);
    }
  }

  private static String innermost(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason is given");
  }

  /** The counts of its functions, as of their last heartbeats. */
  public Map<String, Object> accumulators() throws Exception {
    return client.getAccumulators().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Ends it, whatever it is doing. */
  @Override
  public void close() {
    if (client.getJobExecutionResult().isDone()) {
      return;
    }
    try {
      client.cancel().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException stuck) {
      throw new IllegalStateException("the job " + name + " cannot be cancelled", stuck);
    }
  }
}
