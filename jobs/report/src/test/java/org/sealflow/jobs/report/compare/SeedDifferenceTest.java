package org.sealflow.jobs.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeedDifferenceTest {
  @Test
  void theIntervalIsStudentsOverSeedsThatBothHave() {
    Map<Long, Double> mine = Map.of(1L, 0.5, 2L, 0.6, 3L, 0.7, 4L, 0.4, 9L, 0.9);
    Map<Long, Double> theirs = Map.of(1L, 0.4, 2L, 0.4, 3L, 0.4, 4L, 0.4);

    SeedDifference difference = SeedDifference.of(mine, theirs).orElseThrow();

    // Differences .1, .2, .3, 0: mean .15, standard deviation .1291, t of 3 degrees 3.1824.
    assertThat(difference.seeds()).isEqualTo(4);
    assertThat(difference.mean()).isCloseTo(0.15, within(1e-12));
    assertThat(difference.low()).isCloseTo(0.15 - 3.182446 * 0.1290994 / 2, within(1e-6));
    assertThat(difference.high()).isCloseTo(0.15 + 3.182446 * 0.1290994 / 2, within(1e-6));
    assertThat(difference.p()).isCloseTo(0.1027, within(1e-3));
  }

  @Test
  void oneSeedSaysNothing() {
    assertThat(SeedDifference.of(Map.of(1L, 0.5, 2L, 0.4), Map.of(1L, 0.4, 3L, 0.3))).isEmpty();
  }

  @Test
  void equalSeedsAreCertain() {
    Map<Long, Double> same = Map.of(1L, 0.5, 2L, 0.5);

    assertThat(SeedDifference.of(same, same).orElseThrow().p()).isEqualTo(1);
    assertThat(SeedDifference.of(same, Map.of(1L, 0.25, 2L, 0.25)).orElseThrow())
        .isEqualTo(new SeedDifference(2, 0.25, 0.25, 0.25, 0));
  }

  @Test
  void severalTestsAreCorrectedByHolm() {
    assertThat(SeedDifference.holm(List.of(0.04, 0.01, 0.03))).containsExactly(0.06, 0.03, 0.06);
    assertThat(SeedDifference.holm(List.of(0.5, 0.6))).containsExactly(1.0, 1.0);
    assertThat(SeedDifference.holm(List.of())).isEmpty();
  }
}
