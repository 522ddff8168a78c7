package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GroupAdvantagesTest {
  private static List<Double> successes(int successes, int size) {
    List<Double> rewards = new ArrayList<>(Collections.nCopies(successes, 1.0));
    rewards.addAll(Collections.nCopies(size - successes, 0.0));
    return rewards;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2.474867, -0.353552",
    "2, 1.620182, -0.540061",
    "4, 0.935413, -0.935413",
    "7, 0.353552, -2.474867"
  })
  void advantagesOfSuccessAndFailureInAGroupOfEight(int successes, double success, double failure) {
    double[] advantages = GroupAdvantages.of(successes(successes, 8), AdvantageRule.GRPO);
    assertThat(advantages[0]).isCloseTo(success, within(1e-6));
    assertThat(advantages[7]).isCloseTo(failure, within(1e-6));
    assertThat(Arrays.stream(advantages).sum()).isCloseTo(0, within(1e-12));
  }

  @Test
  void theDeviationIsTheUnbiasedOne() {
    // Rewards 0, 1/2, 1: mean 1/2, variance (1/4 + 0 + 1/4) / 2, so the deviation is 1/2.
    double[] advantages = GroupAdvantages.of(List.of(0.0, 0.5, 1.0), AdvantageRule.GRPO);
    assertThat(advantages[2]).isCloseTo(0.5 / (Math.sqrt(0.25) + 1e-6), within(1e-15));
    assertThat(advantages[1]).isZero();
  }

  @Test
  void withoutTheDeviationGroupsKeepTheirScale() {
    double[] advantages = GroupAdvantages.of(successes(1, 8), AdvantageRule.DR_GRPO);
    assertThat(advantages[0]).isEqualTo(0.875);
    assertThat(advantages[7]).isEqualTo(-0.125);
  }

  @ParameterizedTest
  @EnumSource(AdvantageRule.class)
  void singletonGroupHasZeroAdvantage(AdvantageRule rule) {
    assertThat(GroupAdvantages.of(List.of(1.0), rule)).containsExactly(0);
  }

  @ParameterizedTest
  @EnumSource(AdvantageRule.class)
  void equalRewardsHaveZeroAdvantage(AdvantageRule rule) {
    assertThat(GroupAdvantages.of(successes(0, 8), rule)).containsOnly(0);
    assertThat(GroupAdvantages.of(successes(8, 8), rule)).containsOnly(0);
    // A mean of tenths is not a tenth in binary; the advantage is 0 all the same.
    assertThat(GroupAdvantages.of(List.of(0.1, 0.1, 0.1), rule)).containsOnly(0);
  }

  @Test
  void aGroupIsUsefulWhereItsRewardsDiffer() {
    assertThat(GroupAdvantages.isUseful(successes(3, 8))).isTrue();
    assertThat(GroupAdvantages.isUseful(successes(8, 8))).isFalse();
    assertThat(GroupAdvantages.isUseful(List.of(0.5))).isFalse();
    assertThat(GroupAdvantages.isUseful(List.of())).isFalse();
  }

  @Test
  void emptyGroupsAndRewardsThatAreNoNumbersAreRefused() {
    assertThatThrownBy(() -> GroupAdvantages.of(List.of(), AdvantageRule.GRPO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a group without episodes has no advantages");
    assertThatThrownBy(() -> GroupAdvantages.of(List.of(1.0, Double.NaN), AdvantageRule.GRPO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reward is NaN, expected a finite number");
  }
}
