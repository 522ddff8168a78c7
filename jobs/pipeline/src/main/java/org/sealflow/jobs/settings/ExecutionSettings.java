package org.sealflow.jobs.settings;

import java.time.Duration;
import org.sealflow.settings.SettingsException;
import org.sealflow.settings.SettingsProblems;

/**
 * The execution of a job by Flink.
 *
 * @param parallelism parallel instances of each operator; 0 leaves it to the cluster
 * @param checkpointInterval time between checkpoints, at least 10 ms
 * @param bufferTimeout longest time an event waits to be sent on to be verified, and a record to be
 *     written; other records are sent on between operators at once
 * @param bounded whether the job ends at the records that are there when it starts
 * @param limits how often it restarts, how far it can grow and how much it remembers
 */
public record ExecutionSettings(
    int parallelism,
    Duration checkpointInterval,
    Duration bufferTimeout,
    boolean bounded,
    ExecutionLimits limits) {
  /** Flink makes checkpoints no more often. */
  public static final Duration LEAST_CHECKPOINT_INTERVAL = Duration.ofMillis(10);

  /** A job without an end that goes to a cluster. */
  public static final ExecutionSettings DEFAULT =
      new ExecutionSettings(
          0, Duration.ofSeconds(10), Duration.ofMillis(1), false, ExecutionLimits.DEFAULT);

  /**
   * Checks the ranges.
   *
   * @throws SettingsException naming every problem
   */
  public ExecutionSettings {
    SettingsProblems problems = new SettingsProblems();
    problems.atLeast(0, "parallelism", parallelism);
    problems.expect(
        checkpointInterval.compareTo(LEAST_CHECKPOINT_INTERVAL) >= 0,
        "checkpoint-interval",
        checkpointInterval,
        LEAST_CHECKPOINT_INTERVAL.toMillis() + "ms or more");
    problems.throwIfAny();
  }

  /** The same with so many parallel instances. */
  public ExecutionSettings withParallelism(int instances) {
    return new ExecutionSettings(instances, checkpointInterval, bufferTimeout, bounded, limits);
  }

  /** The same with another time between checkpoints. */
  public ExecutionSettings withCheckpointInterval(Duration interval) {
    return new ExecutionSettings(parallelism, interval, bufferTimeout, bounded, limits);
  }

  /** The same with another time that records wait. */
  public ExecutionSettings withBufferTimeout(Duration timeout) {
    return new ExecutionSettings(parallelism, checkpointInterval, timeout, bounded, limits);
  }

  /** The same with an end at the records that are there when it starts, or without one. */
  public ExecutionSettings bounded(boolean ends) {
    return new ExecutionSettings(parallelism, checkpointInterval, bufferTimeout, ends, limits);
  }

  /** The same with other limits. */
  public ExecutionSettings withLimits(ExecutionLimits others) {
    return new ExecutionSettings(parallelism, checkpointInterval, bufferTimeout, bounded, others);
  }
}
