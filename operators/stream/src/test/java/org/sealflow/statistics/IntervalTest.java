package org.sealflow.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntervalTest {
  /** Newcombe, Statistics in Medicine 17, 857-872 (1998), table I, method 3. */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2553, 0.3662",
    "15, 148, 0.0624, 0.1605",
    "0, 20, 0, 0.1611",
    "1, 29, 0.0061, 0.1718"
  })
  void proportionsPublishedByNewcombe(long successes, long trials, double low, double high) {
    Interval interval = Interval.wilson(successes, trials);
    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
  }

  /** Newcombe, Statistics in Medicine 17, 873-890 (1998), table II, method 10. */
  @ParameterizedTest
  @CsvSource({
    "56, 70, 48, 80, 0.0524, 0.3339",
    "9, 10, 3, 10, 0.1705, 0.8090",
    "6, 7, 2, 7, 0.0582, 0.8062",
    "5, 56, 0, 29, -0.0381, 0.1926",
    "0, 10, 0, 20, -0.1611, 0.2775",
    "0, 10, 0, 10, -0.2775, 0.2775",
    "10, 10, 0, 20, 0.6791, 1",
    "10, 10, 0, 10, 0.6075, 1"
  })
  void differencesPublishedByNewcombe(
      long successes, long trials, long others, long otherTrials, double low, double high) {
    Interval interval = Interval.newcombe(successes, trials, others, otherTrials);
    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
  }

  @Test
  void endsOfAProportionSolveWilsonsEquation() {
    for (long successes = 1; successes < 40; successes++) {
      double share = successes / 40.0;
      Interval interval = Interval.wilson(successes, 40);
      for (double end : new double[] {interval.low(), interval.high()}) {
        assertThat(Math.abs(end - share))
            .isCloseTo(Interval.NORMAL_95 * Math.sqrt(end * (1 - end) / 40), within(1e-12));
      }
    }
  }

  @Test
  void noSuccessAndNoFailureEndExactlyAtZeroAndOne() {
    for (long trials = 1; trials < 200; trials++) {
      assertThat(Interval.wilson(0, trials).low()).isZero();
      assertThat(Interval.wilson(trials, trials).high()).isOne();
    }
  }

  @Test
  void swappingTheTwoMirrorsTheDifference() {
    Interval interval = Interval.newcombe(9, 12, 4, 30);
    Interval mirrored = Interval.newcombe(4, 30, 9, 12);
    assertThat(mirrored.low()).isCloseTo(-interval.high(), within(1e-15));
    assertThat(mirrored.high()).isCloseTo(-interval.low(), within(1e-15));
  }

  @Test
  void moreConfidenceIsWider() {
    Interval usual = Interval.wilson(8, 10);
    Interval wider = Interval.wilson(8, 10, 2.5758293035489004);
    assertThat(wider.low()).isLessThan(usual.low());
    assertThat(wider.high()).isGreaterThan(usual.high());
    assertThat(Interval.newcombe(8, 10, 3, 10, 2.5758293035489004).low())
        .isLessThan(Interval.newcombe(8, 10, 3, 10).low());
  }

  @Test
  void withoutTrialsEverythingIsPossible() {
    assertThat(Interval.wilson(0, 0)).isEqualTo(new Interval(0, 1));
    assertThat(Interval.newcombe(0, 0, 3, 10)).isEqualTo(new Interval(-1, 1));
    assertThat(Interval.newcombe(3, 10, 0, 0)).isEqualTo(new Interval(-1, 1));
  }

  @Test
  void anIntervalHoldsItsEnds() {
    Interval interval = new Interval(-0.1, 0.2);
    assertThat(interval.contains(-0.1)).isTrue();
    assertThat(interval.contains(0.2)).isTrue();
    assertThat(interval.contains(0.21)).isFalse();
    assertThat(interval.contains(-0.11)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"-1, 3", "4, 3", "1, 0"})
  void successesBeyondTheTrialsAreRefused(long successes, long trials) {
    assertThatThrownBy(() -> Interval.wilson(successes, trials))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage((double) successes + " of " + (double) trials + " is no proportion");
  }

  @Test
  void endsInTheWrongOrderAndPointsBelowZeroAreRefused() {
    assertThatThrownBy(() -> new Interval(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Interval(Double.NaN, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Interval.wilson(1, 2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("z is 0.0, expected more than 0");
  }
}
