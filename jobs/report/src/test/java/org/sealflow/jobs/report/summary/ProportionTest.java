package org.sealflow.jobs.report.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionTest {
  /** Ends solved from Wilson's equation |p - count/of| = z sqrt(p(1 - p)/of). */
  @ParameterizedTest
  @CsvSource({
    "8, 10, 0.490162, 0.943318",
    "50, 100, 0.403832, 0.596168",
    "1, 1, 0.206549, 1",
    "0, 10, 0, 0.277533",
    "10, 10, 0.722467, 1",
    "861, 1992, 0.410626, 0.454093"
  })
  void intervalIsWilsons(long count, long of, double low, double high) {
    Proportion proportion = new Proportion(count, of);
    assertThat(proportion.low()).isCloseTo(low, within(1e-6));
    assertThat(proportion.high()).isCloseTo(high, within(1e-6));
  }

  @Test
  void endsOfTheIntervalSolveWilsonsEquation() {
    double z = 1.959963984540054;
    for (long count = 1; count < 40; count++) {
      Proportion proportion = new Proportion(count, 40);
      for (double end : new double[] {proportion.low(), proportion.high()}) {
        double distance = Math.abs(end - proportion.share());
        assertThat(distance).isCloseTo(z * Math.sqrt(end * (1 - end) / 40), within(1e-12));
      }
    }
  }

  @Test
  void intervalHoldsTheShareAndStaysWithinZeroAndOne() {
    for (long of : new long[] {1, 2, 7, 1_000_000, 4_000_000_000L}) {
      for (long count : new long[] {0, of / 2, of}) {
        Proportion proportion = new Proportion(count, of);
        assertThat(proportion.low()).isBetween(0.0, proportion.share());
        assertThat(proportion.high()).isBetween(proportion.share(), 1.0);
      }
    }
  }

  @Test
  void nothingIsKnownWithoutTrials() {
    Proportion none = new Proportion(0, 0);
    assertThat(none.known()).isFalse();
    assertThat(none.share()).isNaN();
    assertThat(none.low()).isZero();
    assertThat(none.high()).isOne();
  }

  @ParameterizedTest
  @CsvSource({"-1, 3", "4, 3", "1, 0"})
  void countBeyondTheTrialsIsRefused(long count, long of) {
    assertThatThrownBy(() -> new Proportion(count, of))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(count + " of " + of + " is no proportion");
  }
}
