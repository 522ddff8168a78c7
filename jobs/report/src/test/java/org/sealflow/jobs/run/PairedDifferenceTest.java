package org.sealflow.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PairedDifferenceTest {
  @Test
  void onlyTasksThatBothPlayedCount() {
    PairedDifference difference =
        PairedDifference.of(
            Map.of("a", true, "b", false, "c", false, "gone", true),
            Map.of("a", true, "b", true, "c", false, "new", true));
    assertThat(difference).isEqualTo(new PairedDifference(3, 1, 0));
  }

  @Test
  void theMarginIsWaldsForPairedProportions() {
    // Agresti's table 11.1: 1600 people, 150 + 86 changed their minds, difference -0.04 ± 0.0188.
    PairedDifference difference = new PairedDifference(1600, 86, 150);
    assertThat(difference.difference()).isCloseTo(-0.04, within(1e-12));
    assertThat(difference.margin()).isCloseTo(0.0187, within(2e-4));
    assertThat(difference.high()).isNegative();
  }

  @Test
  void equalOutcomesHaveNoMargin() {
    Map<String, Boolean> outcomes = new HashMap<>(Map.of("a", true, "b", false));
    assertThat(PairedDifference.of(outcomes, outcomes).margin()).isZero();
  }

  @Test
  void ofNoTasksNothingIsKnown() {
    assertThat(PairedDifference.of(Map.of(), Map.of()).difference()).isNaN();
  }
}
