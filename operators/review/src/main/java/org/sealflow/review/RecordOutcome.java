package org.sealflow.review;

/** The ends of records. */
public enum RecordOutcome {
  /** Every call of the last reply has its result. */
  FINISHED,
  /** The last reply waits for results, or the writer says that it was cut off. */
  UNFINISHED,
  /** The provider or the environment broke down: nothing is said about the agent. */
  INFRASTRUCTURE_FAILED
}
