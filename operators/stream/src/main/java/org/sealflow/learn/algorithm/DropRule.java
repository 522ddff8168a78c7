package org.sealflow.learn.algorithm;

import java.util.List;

/** Which complete groups are left out of a step, so that others take their place. */
public enum DropRule {
  /** None, as in SEAL. */
  NONE,
  /**
   * Those that have no advantage: all rewards are equal and, under a credit by turns, so are the
   * outcomes of each turn (dynamic sampling, DAPO, arXiv 2503.14476, section 3.2).
   */
  ZERO_VARIANCE,
  /** Those in which every episode earned the whole reward. */
  ALL_PASSED;

  private static final double WHOLE_REWARD = 1;

  /**
   * Whether a group is left out.
   *
   * @param group its episodes, at least one
   * @param credit what turns are credited with
   */
  public boolean drops(List<RewardedSample> group, CreditRule credit) {
    List<Double> rewards = group.stream().map(RewardedSample::reward).toList();
    return switch (this) {
      case NONE -> false;
      case ZERO_VARIANCE -> !GroupAdvantages.isUseful(rewards) && !turnsVary(group, credit);
      case ALL_PASSED -> rewards.stream().allMatch(reward -> reward == WHOLE_REWARD);
    };
  }

  private static boolean turnsVary(List<RewardedSample> group, CreditRule credit) {
    List<SampleDiagnosis> diagnoses = group.stream().map(RewardedSample::diagnosis).toList();
    return switch (credit) {
      case TRAJECTORY -> false;
      case TURNS -> TurnsSoFar.varies(diagnoses);
      case TURNS_OFFICIAL, TURNS_ORIGIN ->
          new TurnCredit(AdvantageRule.GRPO, credit).varies(diagnoses);
    };
  }
}
