package org.sealflow.jobs.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.capability.ProfileVersionRule;
import org.sealflow.diagnose.RewardRule;

class EvolutionSettingsTest {
  @Test
  void withoutALearnerTheBatchesAreTheVersions() {
    assertThat(EvolutionSettings.DEFAULT.capability().versionRule())
        .isEqualTo(ProfileVersionRule.BATCHES);
  }

  @ParameterizedTest
  @EnumSource
  void besideALearnerItsVersionsAndItsRewardCount(EvolutionSettings.Rule rule) {
    EvolutionSettings beside = rule.settings().besideLearner(RewardRule.STRICT);

    assertThat(beside.capability().versionRule()).isEqualTo(ProfileVersionRule.POLICY);
    assertThat(beside.capability().rewardRule()).isEqualTo(RewardRule.STRICT);
    assertThat(beside.evolve()).isEqualTo(rule.settings().evolve());
  }
}
