package org.sealflow.jobs.cli.replay.tau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PassRatesTest {
  private final PassRates rates = new PassRates();

  private void trials(String task, int passed, int failed) {
    for (int i = 0; i < passed; i++) {
      rates.add(task, TauVerdict.PASSED);
    }
    for (int i = 0; i < failed; i++) {
      rates.add(task, TauVerdict.FAILED);
    }
  }

  @Test
  void threeOfFourTrialsGiveTheBenchmarksOwnExample() {
    trials("a", 3, 1);
    assertThat(rates.rates()).containsOnlyKeys(1, 2, 3, 4);
    assertThat(rates.rates().get(1)).isCloseTo(0.75, within(1e-12));
    assertThat(rates.rates().get(2)).isCloseTo(0.5, within(1e-12));
    assertThat(rates.rates().get(3)).isCloseTo(0.25, within(1e-12));
    assertThat(rates.rates().get(4)).isZero();
  }

  @Test
  void theTaskOfTheFewestTrialsBoundsKAndTasksWeighTheSame() {
    trials("a", 1, 0);
    trials("b", 1, 3);
    assertThat(rates.rates()).containsOnlyKeys(1);
    assertThat(rates.rates().get(1)).isCloseTo(0.625, within(1e-12));
  }

  @Test
  void episodesWithoutAVerdictAreLeftOut() {
    rates.add("a", TauVerdict.INFRASTRUCTURE);
    rates.add("a", TauVerdict.OPEN);
    assertThat(rates.rates()).isEmpty();
  }
}
