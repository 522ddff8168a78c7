package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropRuleTest {
  /** Rewards of a group of two. */
  @ParameterizedTest
  @CsvSource({
    "NONE, 1, 1, false",
    "NONE, 0, 0, false",
    "ZERO_VARIANCE, 1, 1, true",
    "ZERO_VARIANCE, 0, 0, true",
    "ZERO_VARIANCE, 0, 1, false",
    "ALL_PASSED, 1, 1, true",
    "ALL_PASSED, 0, 0, false",
    "ALL_PASSED, 0, 1, false"
  })
  void aGroupIsLeftOutByItsRewards(DropRule rule, double one, double other, boolean dropped) {
    List<RewardedSample> group =
        List.of(
            new RewardedSample(one, SampleDiagnosis.NONE),
            new RewardedSample(other, SampleDiagnosis.NONE));
    assertThat(rule.drops(group, CreditRule.TRAJECTORY)).isEqualTo(dropped);
  }
}
