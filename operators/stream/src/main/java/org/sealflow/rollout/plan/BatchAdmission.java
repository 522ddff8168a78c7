package org.sealflow.rollout.plan;

import java.io.Serializable;

/**
 * When a batch may start.
 *
 * @param rule what counts as the version
 * @param maxStaleness how many versions a batch may be ahead of the one a step trains, 0 to {@link
 *     #MOST}: batch b starts once b ≤ version + maxStaleness
 */
public record BatchAdmission(VersionRule rule, int maxStaleness) implements Serializable {
  /**
   * Most batches in flight that are of any use; keeps an endless plan from starting all at once.
   */
  public static final int MOST = 10_000;

  /** Rollouts overlap with one training step. */
  public static final BatchAdmission DEFAULT = new BatchAdmission(VersionRule.POLICY, 1);

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if the staleness is out of it
   */
  public BatchAdmission {
    SettingProblems problems = new SettingProblems();
    problems.expect(
        maxStaleness >= 0 && maxStaleness <= MOST, "maxStaleness", maxStaleness, "0 to " + MOST);
    problems.throwIfAny("admission");
  }

  /**
   * Oldest version of the policy that an episode of a batch may begin with; −1 for any. The version
   * that admitted the batch has been published then, but an engine may still be loading it.
   */
  long oldestVersion(long batchNumber) {
    return switch (rule) {
      case POLICY -> Math.max(0, batchNumber - maxStaleness);
      case BATCHES -> -1;
    };
  }

  /** Whether a batch may start at a version; at a negative one, there is no policy yet. */
  boolean admits(long batchNumber, long version) {
    return version >= 0 && batchNumber <= version + maxStaleness;
  }
}
