package org.sealflow.jobs.run;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

/**
 * The cost of a process that ran a training run. A run that was stopped and went on has a line of
 * each process; a killed process leaves none, so their sum is a lower bound.
 *
 * @param endedAt milliseconds since the epoch
 * @param cpuSeconds processor time of all threads of the process
 */
public record ProcessLine(long endedAt, double cpuSeconds) {
  private static final double NANOS = 1e9;

  /** The file in a run's directory that holds the lines. */
  public static Path file(RunDirectory directory) {
    return directory.path().resolve("processes.jsonl");
  }

  /**
   * Adds a line for a process that ends.
   *
   * @param cpuTime its processor time so far
   */
  public static void add(RunDirectory directory, Duration cpuTime, Clock clock) {
    try (JsonLines lines = JsonLines.goingOn(file(directory))) {
      lines.write(new ProcessLine(clock.millis(), cpuTime.toNanos() / NANOS));
    }
  }
}
