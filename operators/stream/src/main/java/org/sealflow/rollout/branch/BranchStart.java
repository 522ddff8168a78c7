package org.sealflow.rollout.branch;

/** The turn of a failed episode that is sampled anew. */
public enum BranchStart {
  /** There are no branches. */
  NONE,
  /** The turn where the failure began. */
  ROOT_CAUSE,
  /** Any turn that was reached. A control: the failure is all that the diagnosis is used for. */
  RANDOM,
  /**
   * The root cause of another failure of the batch, or the last turn reached if that comes before
   * it. A control: turns are chosen as often as for {@link #ROOT_CAUSE}, but for the wrong
   * episodes.
   */
  PERMUTED
}
