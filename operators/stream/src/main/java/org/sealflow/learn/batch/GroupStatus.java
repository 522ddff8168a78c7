package org.sealflow.learn.batch;

/** The fates of a planned group. */
public enum GroupStatus {
  /** Episodes are still to come. */
  WAITING,
  /** All its episodes are there, and at least two, or its only one, say something of the policy. */
  COMPLETE,
  /** Dropped: the ground truth of its task itself fails. */
  DEFECTIVE_TASK,
  /** Dropped: too many episodes were lost to deadline, engine or checker to compare the others. */
  INFRASTRUCTURE,
  /** Dropped: its time was up before all its episodes ended. */
  EXPIRED,
  /** Dropped: nothing in it differs that is credited, so it teaches nothing. */
  ZERO_VARIANCE;

  /** Whether nothing that is still to come can make it useful. */
  public boolean isSettled() {
    return this != WAITING;
  }

  /** Whether no step takes it. */
  public boolean isDropped() {
    return isSettled() && this != COMPLETE;
  }
}
