package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class StrictSuccessesTest {
  private static final StrictSuccesses JUDGEMENT =
      new StrictSuccesses(
          Map.of(
              "base",
              new StrictSuccesses.Score(9, 10),
              "miss_func",
              new StrictSuccesses.Score(0, 10)));

  @Test
  void theOverallScoreCountsEveryTaskOnce() {
    assertThat(JUDGEMENT.overall()).isEqualTo(new StrictSuccesses.Score(9, 20));
    assertThat(JUDGEMENT.overall().share()).isEqualTo(0.45);
  }

  @Test
  void theIntervalIsWilsons() {
    assertThat(new StrictSuccesses.Score(9, 10).interval().low()).isCloseTo(0.5958, within(1e-4));
    assertThat(new StrictSuccesses.Score(0, 10).interval().low()).isZero();
  }
}
