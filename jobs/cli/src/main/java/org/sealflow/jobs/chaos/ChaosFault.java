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
  SAVEPOINT(Part.JOBS, "a job stopped with a savepoint and started again", 0, 0),
  RESCALE(Part.JOBS, "the same with another parallelism", 0, 0);

  /** What a fault hits. */
  public enum Part {
    CLUSTER,
    BROKER,
    RECORDS,
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

  /** What happens, in a few words. */
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

  /** Whether the process it hits dies: recovery from these has a goal. */
  boolean kills() {
    return this == KILL_TASKMANAGER || this == KILL_JOBMANAGER || this == KILL_BROKER;
  }
}
