package org.sealflow.learn.algorithm;

import java.util.List;

/** Which complete groups are left out of a step, so that others take their place. */
public enum DropRule {
  /** None, as in SEAL. */
  NONE,
  /**
   * Those whose rewards are all equal: they have no advantage (dynamic sampling, DAPO, arXiv
   * 2503.14476, section 3.2).
   */
  ZERO_VARIANCE,
  /**
   * Those in which every episode earned the whole reward. Groups that failed as a whole stay: their
   * turns may differ, see {@link CreditRule#TURNS}.
   */
  ALL_PASSED;

  private static final double WHOLE_REWARD = 1;

  /** Whether a group with these rewards is left out. */
  public boolean drops(List<Double> rewards) {
    return switch (this) {
      case NONE -> false;
      case ZERO_VARIANCE -> !GroupAdvantages.isUseful(rewards);
      case ALL_PASSED -> rewards.stream().allMatch(reward -> reward == WHOLE_REWARD);
    };
  }
}
