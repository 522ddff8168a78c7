package org.sealflow.evolve.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sealflow.evolve.settings.EvolveSettings.Activation;
import org.sealflow.evolve.settings.EvolveSettings.Reliance;
import org.sealflow.evolve.settings.EvolveSettings.Retirement;
import org.sealflow.schemas.PatchLayer;

class EvolveSettingsTest {
  @Test
  void theDefaultsAreTheDesigns() {
    assertThat(EvolveSettings.DEFAULT.activation())
        .isEqualTo(new Activation(8, 0.1, 0.6, 3, 8, 0.5));
    assertThat(EvolveSettings.DEFAULT.retirement())
        .isEqualTo(new Retirement(0.7, 0.05, 2, 64, 0, 10));
    assertThat(EvolveSettings.DEFAULT.windowVersions()).isEqualTo(5);
    assertThat(EvolveSettings.DEFAULT.evidence()).isEqualTo(EvidenceSource.FAILURES);
    assertThat(EvolveSettings.DEFAULT.layers()).containsExactlyInAnyOrder(PatchLayer.values());
  }

  @Test
  void sealsThresholdsAreTheDefaults() {
    assertThat(EvolveSettings.sealEquivalent().activation()).isEqualTo(Activation.DEFAULT);
    assertThat(EvolveSettings.sealEquivalent().evidence()).isEqualTo(EvidenceSource.TAGS);
  }

  @Test
  void everyProblemIsNamedAtOnce() {
    assertThatThrownBy(
            () ->
                new EvolveSettings(
                    EvidenceSource.FAILURES,
                    Set.of(),
                    0,
                    new Activation(0, 1.5, Double.NaN, -1, -2, -0.1),
                    new Retirement(2, -1, 0, -1, 1.5, -3),
                    new Reliance(Double.NaN, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "settings are wrong: windowVersions is 0, expected 1 or more;"
                + " activation.minimumCount is 0, expected 1 or more;"
                + " activation.minimumPrevalence is 1.5, expected 0 to 1;"
                + " activation.rewardBelow is NaN, expected 0 to 1;"
                + " activation.maximumHints is -1, expected 0 or more;"
                + " activation.maximumCuedTools is -2, expected 0 or more;"
                + " activation.spreadShare is -0.1, expected 0 to 1;"
                + " retirement.masteredReward is 2.0, expected 0 to 1;"
                + " retirement.fadedPrevalence is -1.0, expected 0 to 1;"
                + " retirement.fadedVersions is 0, expected 1 or more;"
                + " retirement.holdoutEpisodes is -1, expected 0 or more;"
                + " retirement.leastUplift is 1.5, expected -1 to 1;"
                + " retirement.cooldownVersions is -3, expected 0 or more;"
                + " reliance.threshold is NaN, expected 0 or more;"
                + " reliance.episodes is 0, expected 1 or more");
  }

  @Test
  void aPatchThatWouldGoAtOnceIsAProblem() {
    assertThatThrownBy(() -> EvolveSettings.DEFAULT.with(new Retirement(0.5, 0.05, 2, 64, 0, 10)))
        .hasMessageContaining("retired as soon as it is active");
  }
}
