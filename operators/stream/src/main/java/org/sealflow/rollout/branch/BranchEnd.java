package org.sealflow.rollout.branch;

/** How far a branch is played. */
public enum BranchEnd {
  /** To the end of its first own turn, whose verdict is the branch's. */
  TURN,
  /** To the end of the episode. */
  EPISODE
}
