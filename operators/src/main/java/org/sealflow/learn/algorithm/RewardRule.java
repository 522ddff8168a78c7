package org.sealflow.learn.algorithm;

import org.sealflow.schemas.Verdict;

/** What an episode is rewarded for. */
public enum RewardRule {
  /** 1 for the official verdict, as SEAL rewards (arXiv 2605.24426, equation 3). */
  OFFICIAL,
  /** 1 for the official verdict where every turn is in addition a pass or a correct abstention. */
  STRICT;

  /**
   * The reward of an episode, 0 or 1.
   *
   * @param verdict {@code PASSED} or {@code POLICY_FAILED}: no other verdict says anything about
   *     the policy
   * @param strictSuccess whether the episode passed and every turn is a pass or a correct
   *     abstention
   * @throws IllegalArgumentException for another verdict
   */
  public double of(Verdict verdict, boolean strictSuccess) {
    return switch (verdict) {
      case POLICY_FAILED -> 0;
      case PASSED -> this == OFFICIAL || strictSuccess ? 1 : 0;
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE ->
          throw new IllegalArgumentException(
              "an episode that ended " + verdict + " has no reward; leave its group out");
    };
  }
}
