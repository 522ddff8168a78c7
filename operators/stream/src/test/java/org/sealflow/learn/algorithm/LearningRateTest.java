package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sealflow.learn.algorithm.LearningRate.Decay;
import org.sealflow.settings.SettingsException;

class LearningRateTest {
  @Test
  void aConstantRateStays() {
    LearningRate rate = LearningRate.constant(1e-6);
    assertThat(rate.at(0, null)).isEqualTo(1e-6);
    assertThat(rate.at(1_000_000, null)).isEqualTo(1e-6);
  }

  @Test
  void theWarmUpClimbsInEqualStepsFromTheFirstOn() {
    LearningRate rate = new LearningRate(1, 4, Decay.CONSTANT, 0, 0);
    assertThat(rate.at(0, null)).isEqualTo(0.25);
    assertThat(rate.at(1, null)).isEqualTo(0.5);
    assertThat(rate.at(3, null)).isEqualTo(1);
    assertThat(rate.at(4, null)).isEqualTo(1);
  }

  @Test
  void theCosineFallsFromThePeakToItsFloorAndRests() {
    LearningRate rate = new LearningRate(2, 10, Decay.COSINE, 110, 0.1);
    assertThat(rate.at(10, null)).isEqualTo(2);
    assertThat(rate.at(35, null)).isCloseTo(0.2 + 1.8 * (1 + Math.sqrt(0.5)) / 2, within(1e-12));
    assertThat(rate.at(60, null)).isCloseTo(1.1, within(1e-12));
    assertThat(rate.at(110, null)).isCloseTo(0.2, within(1e-12));
    assertThat(rate.at(5_000, null)).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void aCosineNeedsStepsToFall() {
    assertThatThrownBy(() -> new LearningRate(0, 10, Decay.COSINE, 10, 2))
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "settings are wrong: peak is 0.0, expected a number more than 0; totalSteps is 10,"
                + " expected more than warmupSteps, which is 10, or 0 for the whole run; floor is"
                + " 2.0, expected a share from 0 to 1");
  }

  @Test
  void aDecayEndsWithTheRunUnlessItsStepsAreGiven() {
    LearningRate open = new LearningRate(2, 10, Decay.COSINE, 0, 0.1);
    assertThat(open.isComplete()).isFalse();
    assertThatThrownBy(() -> open.at(20, null)).isInstanceOf(IllegalStateException.class);
    assertThat(open.over(110)).isEqualTo(new LearningRate(2, 10, Decay.COSINE, 110, 0.1));
    assertThat(open.over(3)).isEqualTo(new LearningRate(2, 10, Decay.COSINE, 11, 0.1));
    LearningRate given = new LearningRate(2, 10, Decay.COSINE, 50, 0.1);
    assertThat(given.over(110)).isEqualTo(given);
  }

  @Test
  void aNegativeStepIsRefused() {
    assertThatThrownBy(() -> LearningRate.constant(1).at(-1, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("optimizer step is -1, expected 0 or more");
  }

  @Test
  void aBudgetOfTokensTakesThePlaceOfTheTotal() {
    LearningRate rate = new LearningRate(2, 10, LearningRate.Decay.COSINE, 1_000_000, 0.1);

    assertThat(rate.at(4, 0.5)).as("the warm-up is in steps").isEqualTo(1);
    assertThat(rate.at(20, 0.0)).isEqualTo(2);
    assertThat(rate.at(20, 0.5)).isCloseTo(1.1, within(1e-12));
    assertThat(rate.at(20, 1.0)).isCloseTo(0.2, within(1e-12));
    assertThat(rate.at(20, 1.7)).isCloseTo(0.2, within(1e-12));
  }
}
