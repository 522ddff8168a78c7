package org.sealflow.learn.algorithm;

import java.util.List;

/** How much better each episode of a group did than its group. */
public final class GroupAdvantages {
  /** Keeps the division finite; part of the formula, not a tolerance. */
  private static final double EPSILON = 1e-6;

  private GroupAdvantages() {}

  /**
   * The advantages of a group, in the order of its rewards; their sum is 0 but for rounding. A
   * group whose rewards are all equal has none, and so has a group of one: the release of SEAL
   * takes mean 0 and standard deviation 1 for it, which makes an advantage of the bare reward.
   *
   * @param rewards the reward of each episode, at least one, finite
   * @throws IllegalArgumentException for an empty group or a reward that is not finite
   */
  public static double[] of(List<Double> rewards, AdvantageRule rule) {
    check(rewards);
    double[] advantages = new double[rewards.size()];
    if (!isUseful(rewards)) {
      return advantages;
    }
    double mean = mean(rewards);
    double divisor =
        switch (rule) {
          case GRPO -> deviation(rewards, mean) + EPSILON;
          case DR_GRPO -> 1;
        };
    for (int i = 0; i < advantages.length; i++) {
      advantages[i] = (rewards.get(i) - mean) / divisor;
    }
    return advantages;
  }

  /**
   * Whether a group teaches anything: its rewards are not all equal. Groups of no use are what
   * dynamic sampling leaves out and replaces (DAPO, arXiv 2503.14476, section 3.2).
   */
  public static boolean isUseful(List<Double> rewards) {
    return rewards.stream().distinct().count() > 1;
  }

  private static void check(List<Double> rewards) {
    if (rewards.isEmpty()) {
      throw new IllegalArgumentException("a group without episodes has no advantages");
    }
    for (Double reward : rewards) {
      if (!Double.isFinite(reward)) {
        throw new IllegalArgumentException("reward is " + reward + ", expected a finite number");
      }
    }
  }

  private static double mean(List<Double> rewards) {
    double sum = 0;
    for (double reward : rewards) {
      sum += reward;
    }
    return sum / rewards.size();
  }

  private static double deviation(List<Double> rewards, double mean) {
    double squares = 0;
    for (double reward : rewards) {
      squares += (reward - mean) * (reward - mean);
    }
    return Math.sqrt(squares / (rewards.size() - 1));
  }
}
