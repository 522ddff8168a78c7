package org.sealflow.diagnose.repair;

import java.io.Serializable;

/**
 * How far a repair is searched for.
 *
 * @param maxEdits most edits of a repair, at least 1
 * @param executionsPerEpisode most executions of one episode, at least 1
 * @param executionsPerRun most executions over all recorded episodes of a run: of a recording, only
 *     the first {@code executionsPerRun / executionsPerEpisode} records are searched, so that the
 *     answer does not depend on parallelism
 * @param callsPerEpisode most calls executed for one episode, at least 1: an execution costs as
 *     much as it has calls, and a turn can have thousands. The execution that reaches it is
 *     finished
 */
public record RepairSettings(
    int maxEdits, int executionsPerEpisode, long executionsPerRun, long callsPerEpisode)
    implements Serializable {
  /** 500 executions of 200 calls: no episode of the benchmarks has as many. */
  public static final long DEFAULT_CALLS = 100_000;

  /** Three edits, 500 executions of an episode, 10,000,000 of a run: 20,000 records. */
  public static final RepairSettings DEFAULT = new RepairSettings(3, 500, 10_000_000);

  /** Settings with the default number of calls. */
  public RepairSettings(int maxEdits, int executionsPerEpisode, long executionsPerRun) {
    this(maxEdits, executionsPerEpisode, executionsPerRun, DEFAULT_CALLS);
  }

  public RepairSettings {
    if (maxEdits < 1) {
      throw new IllegalArgumentException("maxEdits is " + maxEdits + ", expected at least 1");
    }
    if (executionsPerEpisode < 1) {
      throw new IllegalArgumentException(
          "executionsPerEpisode is " + executionsPerEpisode + ", expected at least 1");
    }
    if (callsPerEpisode < 1) {
      throw new IllegalArgumentException(
          "callsPerEpisode is " + callsPerEpisode + ", expected at least 1");
    }
    if (executionsPerRun < 0) {
      throw new IllegalArgumentException(
          "executionsPerRun is " + executionsPerRun + ", expected at least 0");
    }
  }

  /** Whether the record at a position of the input is among those that are searched. */
  boolean covers(long ordinal) {
    return ordinal < executionsPerRun / executionsPerEpisode;
  }
}
