package org.sealflow.rollout.branch;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The branches that a run plays. Those of batch b start from failures of batch b − 1 −
 * maxStaleness, the newest one that is diagnosed when b is planned.
 *
 * @param start the turn they start from
 * @param end how far they are played
 * @param samples episodes of a branch, at least 2; its group compares them with one another
 * @param perGroup most failed episodes of a group that get a branch, at least 1
 */
public record Branching(BranchStart start, BranchEnd end, int samples, int perGroup)
    implements Serializable {
  /** No branches. */
  public static final Branching NONE = new Branching(BranchStart.NONE, BranchEnd.TURN, 8, 1);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public Branching {
    List<String> problems = new ArrayList<>();
    if (samples < 2) {
      problems.add("samples is " + samples + ", expected 2 or more");
    }
    if (perGroup < 1) {
      problems.add("perGroup is " + perGroup + ", expected 1 or more");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException("branching: " + String.join("; ", problems));
    }
  }

  /** Whether there are branches. */
  public boolean isOn() {
    return start != BranchStart.NONE;
  }
}
