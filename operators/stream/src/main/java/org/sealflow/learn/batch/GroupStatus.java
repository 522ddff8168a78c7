package org.sealflow.learn.batch;

/** What became of a planned group. */
public enum GroupStatus {
  /** Episodes are still to come. */
  WAITING,
  /** All its episodes say something about the policy. */
  COMPLETE,
  /** Dropped: the ground truth of its task itself fails. */
  DEFECTIVE_TASK,
  /** Dropped: an episode was lost to deadline, engine or checker. */
  INFRASTRUCTURE,
  /** Dropped: its time was up before all its episodes ended. */
  EXPIRED,
  /** Dropped: all its rewards are equal, so it teaches nothing. */
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
