package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.schemas.Verdict;

class RewardRuleTest {
  @Test
  void theOfficialRewardIsTheOfficialVerdict() {
    assertThat(RewardRule.OFFICIAL.of(Verdict.PASSED, false)).isOne();
    assertThat(RewardRule.OFFICIAL.of(Verdict.POLICY_FAILED, false)).isZero();
  }

  @Test
  void theStrictRewardAsksForEveryTurn() {
    assertThat(RewardRule.STRICT.of(Verdict.PASSED, true)).isOne();
    assertThat(RewardRule.STRICT.of(Verdict.PASSED, false)).isZero();
    assertThat(RewardRule.STRICT.of(Verdict.POLICY_FAILED, true)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Verdict.class,
      names = {"INFRASTRUCTURE_FAILED", "TASK_DEFECTIVE"})
  void whatSaysNothingAboutThePolicyHasNoReward(Verdict verdict) {
    assertThatThrownBy(() -> RewardRule.OFFICIAL.of(verdict, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an episode that ended " + verdict + " has no reward; leave its group out");
  }
}
