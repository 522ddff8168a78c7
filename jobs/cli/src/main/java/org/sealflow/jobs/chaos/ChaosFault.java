package org.sealflow.jobs.chaos;

import java.util.Locale;

/** The kinds of faults: what each hits and how long it lasts. */
public enum ChaosFault {
  KILL_TASKMANAGER(Part.CLUSTER, "kill -9 of a TaskManager", 1, 5),
  PAUSE_TASKMANAGER(Part.CLUSTER, "SIGSTOP of a TaskManager", 1, 9),
  KILL_JOBMANAGER(Part.CLUSTER, "kill -9 of the JobManager", 0, 2),
  PAUSE_JOBMANAGER(Part.CLUSTER, "SIGSTOP of the JobManager", 1, 9),
  KILL_BROKER(Part.BROKER, "kill -9 of the broker", 0, 2),
  PAUSE_BROKER(Part.BROKER, "SIGSTOP of the broker", 1, 9),
  BROKER_OUTAGE(Part.BROKER, "broker away for longer than the delivery timeout", 14, 20),
  PAUSE_NETWORK(Part.BROKER, "no byte between broker and clients", 1, 14),
  CUT_NETWORK(Part.BROKER, "all connections to the broker closed", 0, 3),
  DUPLICATED_RECORDS(Part.RECORDS, "events sent again", 0, 0),
  REORDERED_RECORDS(Part.RECORDS, "episodes whose events come in any order", 0, 0),
  TRUNCATED_RECORDS(Part.RECORDS, "events cut short", 0, 0),
  HOSTILE_RECORDS(Part.RECORDS, "events of hostile content", 0, 0),
  HANGING_POLICY(Part.POLICY, "a policy server that does not answer", 2, 12),
  LYING_POLICY(Part.POLICY, "a policy server that answers nonsense", 1, 8),
  CLOSING_POLICY(Part.POLICY, "a policy server that closes every connection", 1, 8),
  FULL_DISK(Part.DISK, "no room for the state of broker and jobs", 4, 12),
  SLOW_DISK(Part.DISK, "writes held back for most of each second", 3, 12),
  STEP_CLOCK(Part.CLOCK, "the clock of a TaskManager put wrong by up to a minute", 2, 10),
  SAVEPOINT(Part.JOBS, "a job stopped with a savepoint and started again", 0, 0),
  RESCALE(Part.JOBS, "the same with another parallelism", 0, 0);

  /** The part of the system that a fault hits. */
  public enum Part {
    CLUSTER,
    BROKER,
    RECORDS,
    POLICY,
    DISK,
    CLOCK,
    JOBS
  }

  private final Part part;
  private final String meaning;
  private final int shortestSeconds;
  private final int longestSeconds;

  ChaosFault(Part part, String meaning, int shortestSeconds, int longestSeconds) {
    this.part = part;
    this.meaning = meaning;
    this.shortestSeconds = shortestSeconds;
    this.longestSeconds = longestSeconds;
  }

  Part part() {
    return part;
  }

  /** A few words that describe the fault. */
  public String meaning() {
    return meaning;
  }

  int shortestMillis() {
    return 1000 * shortestSeconds;
  }

  int longestMillis() {
    return 1000 * longestSeconds;
  }

  /** Its name on the command line, e.g. {@code kill-broker}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it can be played to a system that has not recovered. */
  boolean mayComeOnTop() {
    return switch (part) {
      case CLUSTER, BROKER, POLICY, DISK, CLOCK -> true;
      case RECORDS, JOBS -> false;
    };
  }

  /** Whether the process it hits dies: recovery from these has a goal. */
  boolean kills() {
    return this == KILL_TASKMANAGER || this == KILL_JOBMANAGER || this == KILL_BROKER;
  }
}
