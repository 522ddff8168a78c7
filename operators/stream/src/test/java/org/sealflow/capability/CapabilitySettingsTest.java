package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.RewardRule;

class CapabilitySettingsTest {
  @Test
  void allProblemsAreReportedTogether() {
    assertThatThrownBy(
            () ->
                new CapabilitySettings(
                    RewardRule.OFFICIAL,
                    ProfileVersionRule.POLICY,
                    0,
                    new SignalSettings(0, 0, Double.NaN),
                    new WeightSettings(Map.of("pass", -1.0, "b", Double.NaN), 0, 0, 0, 1, 0.5, 0),
                    Duration.ZERO,
                    Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the settings of capabilities are wrong: windowVersions is 0, expected 1 or more; "
                + "signals.scoreWindow is 0, expected 1 or more; "
                + "signals.patternsNeeded is 0, expected 1 or more; "
                + "signals.rareShare is NaN, expected more than 0, up to 1; "
                + "tagWeights.base.b is NaN, expected a number from 0; "
                + "tagWeights.base.pass is -1.0, expected a number from 0; "
                + "tagWeights.emaBeta is 0.0, expected more than 0, up to 1; "
                + "tagWeights.prevalenceAlpha is 0.0, expected a number more than 0; "
                + "tagWeights.confidenceSamples is 0, expected 1 or more; "
                + "tagWeights.greatest is 0.5, expected a number from 1.0; "
                + "tagWeights.windowSteps is 0, expected 1 or more; "
                + "publishInterval is 0s, expected a millisecond or more; "
                + "timeToLive is 0s, expected more than publishInterval 0s");
  }

  @Test
  void theDefaultsAreThoseOfTheDesign() {
    CapabilitySettings settings = CapabilitySettings.DEFAULT;

    assertThat(settings.windowVersions()).isEqualTo(5);
    assertThat(settings.publishInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.timeToLive()).isEqualTo(Duration.ofDays(7));
    assertThat(settings.tagWeights().base()).containsEntry("spurious_tool_call", 2.0).hasSize(7);
  }

  @Test
  void settingsTravelWithTheirFunction() throws IOException, ClassNotFoundException {
    CapabilitySettings settings =
        CapabilitySettings.DEFAULT
            .withRewardRule(RewardRule.STRICT)
            .withVersionRule(ProfileVersionRule.BATCHES);

    CapabilitySettings copy = InstantiationUtil.clone(settings);

    assertThat(copy).isEqualTo(settings);
    assertThat(copy.rewardRule()).isEqualTo(RewardRule.STRICT);
    assertThat(copy.versionRule()).isEqualTo(ProfileVersionRule.BATCHES);
  }
}
