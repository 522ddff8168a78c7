package org.sealflow.rollout.plan;

/**
 * Episodes of a task, the earlier ones counted less.
 *
 * @param solved how many succeeded in the strict sense
 * @param played how many there were
 */
public record TaskCount(double solved, double played) {
  static final TaskCount NONE = new TaskCount(0, 0);

  /**
   * The weight of a task that is always solved, or never: it may be forgotten, or become solvable.
   */
  private static final double FLOOR = 0.05;

  /** The share of earlier episodes that is kept each time: the policy has changed. */
  private static final double MEMORY = 0.5;

  /** How often it is to be played, beside others; above 0. One episode solved of two is assumed. */
  double weight() {
    double share = (solved + 1) / (played + 2);
    return share * (1 - share) + FLOOR;
  }

  TaskCount then(TaskCount newer) {
    return new TaskCount(MEMORY * solved + newer.solved, MEMORY * played + newer.played);
  }

  TaskCount plus(boolean solvedToo) {
    return new TaskCount(solved + (solvedToo ? 1 : 0), played + 1);
  }
}
