package org.sealflow.learn.algorithm.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KlEstimatorTest {
  /** d = ref - logp; e^d - d - 1 and 1 - e^d worked out by hand. */
  @ParameterizedTest
  @CsvSource({
    "-1, -1, 0, 0",
    "-2, -1, 0.7182818284590452, -1.718281828459045",
    "-1, -2, 0.36787944117144233, 0.6321205588285577",
    "-1, -11, 9.000045399929762, 0.9999546000702375"
  })
  void theEstimateAndItsSlope(double current, double reference, double k3, double slope) {
    assertThat(KlEstimator.k3(current, reference)).isCloseTo(k3, within(1e-14));
    assertThat(KlEstimator.slope(current, reference)).isCloseTo(slope, within(1e-14));
  }

  @Test
  void smallDivergencesKeepTheirDigits() {
    // e^d - d - 1 is d²/2 to first order; plain subtraction would return 0 here.
    assertThat(KlEstimator.k3(-1, -1 + 1e-7)).isCloseTo(5e-15, within(1e-16));
  }

  @ParameterizedTest
  @CsvSource({"-4, -1, 10", "-30, -1, 10", "-1, -13, 10", "-1, -90, 10"})
  void whereAClampHoldsTheEstimateItHasNoSlope(double current, double reference, double k3) {
    assertThat(KlEstimator.k3(current, reference)).isEqualTo(k3);
    assertThat(KlEstimator.slope(current, reference)).isZero();
  }
}
