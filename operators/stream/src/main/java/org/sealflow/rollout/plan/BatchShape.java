package org.sealflow.rollout.plan;

import java.io.Serializable;

/**
 * The size of batches.
 *
 * @param groups groups per batch, at least 1
 * @param groupsNeeded how many of them a learner step takes, from 1 to {@code groups}; fewer where
 *     the plan allows for groups that turn out useless
 * @param groupSize episodes per group, at least 1
 * @param batches how many batches there are at most, 0 for no end
 * @param tokens how many sampled tokens are enough, 0 for no end: the batches that are under way
 *     when those played out have so many are the last
 */
public record BatchShape(int groups, int groupsNeeded, int groupSize, long batches, long tokens)
    implements Serializable {
  /** As a learner without over-planning uses it: 8 groups of 8 for 100 steps. */
  public static final BatchShape DEFAULT = new BatchShape(8, 8, 8, 100);

  /** Batches without a budget of tokens. */
  public BatchShape(int groups, int groupsNeeded, int groupSize, long batches) {
    this(groups, groupsNeeded, groupSize, batches, 0);
  }

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public BatchShape {
    SettingProblems problems = new SettingProblems();
    problems.atLeast(1, "groups", groups);
    problems.expect(
        groupsNeeded >= 1 && groupsNeeded <= groups,
        "groupsNeeded",
        groupsNeeded,
        "1 to the number of groups, " + groups);
    problems.atLeast(1, "groupSize", groupSize);
    problems.atLeast(0, "batches", batches);
    problems.atLeast(0, "tokens", tokens);
    problems.throwIfAny("batch shape");
  }

  /** Whether there is a batch of that number. */
  boolean has(long batchNumber) {
    return batches == 0 || batchNumber < batches;
  }
}
