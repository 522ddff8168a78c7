package org.sealflow.jobs.settings;

import java.time.Duration;
import org.sealflow.settings.TimeSpans;
import org.sealflow.verify.VerifySettings;

/**
 * Limits on the restarts and the growth of a job.
 *
 * @param restarts how often a failing job is started again before it is given up; the count begins
 *     anew once the job has run for the window without a failure
 * @param restartWindow how long a job runs without a failure until earlier ones are forgotten
 * @param maxParallelism the number of key groups, beyond which no operator can be made more
 *     parallel; state keeps it, so it is chosen once
 * @param liveEpisodes how many episodes keep their world in memory per parallel instance; others
 *     are executed again from their log
 * @param endedMemory how long an ended episode is remembered, so that its duplicates change nothing
 */
public record ExecutionLimits(
    int restarts,
    Duration restartWindow,
    int maxParallelism,
    int liveEpisodes,
    Duration endedMemory) {
  private static final int MOST_KEY_GROUPS = 1 << 15;

  /**
   * Outages of some twelve minutes are outlived, since pauses grow to a minute; a record that fails
   * the job each time is not restarted for ever. 720 has many divisors, so that load is even at
   * most degrees of parallelism. Producers send nothing again after a day.
   */
  public static final ExecutionLimits DEFAULT =
      new ExecutionLimits(
          20,
          Duration.ofMinutes(10),
          720,
          VerifySettings.DEFAULT.liveEpisodes(),
          VerifySettings.DEFAULT.tombstoneTtl());

  /**
   * Of a job that never runs wider than one process: a checkpoint looks into every key group of
   * every state, and 720 of them, once a second, cost as much as a small policy's sampling.
   */
  public static final ExecutionLimits ONE_PROCESS = DEFAULT.withMaxParallelism(1);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException naming the first that is out of range
   */
  public ExecutionLimits {
    if (restarts < 0) {
      throw new IllegalArgumentException("restarts is " + restarts + ", expected 0 or more");
    }
    if (restartWindow.isZero() || restartWindow.isNegative()) {
      throw new IllegalArgumentException(
          "restart-window is " + TimeSpans.text(restartWindow) + ", expected a positive time");
    }
    if (maxParallelism < 1 || maxParallelism > MOST_KEY_GROUPS) {
      throw new IllegalArgumentException(
          "max-parallelism is " + maxParallelism + ", expected 1 to " + MOST_KEY_GROUPS);
    }
    if (liveEpisodes < 1) {
      throw new IllegalArgumentException(
          "live-episodes is " + liveEpisodes + ", expected 1 or more");
    }
    if (endedMemory.isZero() || endedMemory.isNegative()) {
      throw new IllegalArgumentException(
          "ended-memory is " + TimeSpans.text(endedMemory) + ", expected a positive time");
    }
  }

  /** The same with another number of key groups. */
  public ExecutionLimits withMaxParallelism(int keyGroups) {
    return new ExecutionLimits(restarts, restartWindow, keyGroups, liveEpisodes, endedMemory);
  }
}
