package org.sealflow.jobs.bench.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AnswerTimesTest {
  private static AnswerTimes of(long... millis) {
    AnswerTimes times = new AnswerTimes();
    for (long each : millis) {
      times.add(each);
    }
    return times;
  }

  @Test
  void percentilesAreTheNearestRank() {
    AnswerTimes times = new AnswerTimes();
    for (int millis = 100; millis >= 1; millis--) {
      times.add(millis);
    }
    assertThat(times.count()).isEqualTo(100);
    assertThat(times.millis(0.5)).isEqualTo(50);
    assertThat(times.millis(0.99)).isEqualTo(99);
    assertThat(times.millis(1)).isEqualTo(100);
    assertThat(times.millis(0.001)).isEqualTo(1);
  }

  @Test
  void whatIsTooLongCountsAsTheLongest() {
    AnswerTimes times = of(3, 1_000_000, -2);
    assertThat(times.millis(1)).isEqualTo(AnswerTimes.LONGEST_MILLIS);
    assertThat(times.millis(0.3)).isZero();
  }

  @Test
  void whatCameSinceIsTheDifference() {
    AnswerTimes earlier = of(5, 7);
    AnswerTimes later = of(5, 7, 7, 9);
    AnswerTimes since = later.since(earlier);
    assertThat(since.count()).isEqualTo(2);
    assertThat(since.millis(0.5)).isEqualTo(7);
    assertThat(since.millis(1)).isEqualTo(9);
  }

  @Test
  void addedTimesAreCountedTogether() {
    AnswerTimes all = of(1);
    all.addAll(of(2, 2));
    assertThat(all.count()).isEqualTo(3);
    assertThat(all.millis(0.5)).isEqualTo(2);
  }

  @Test
  void nothingMeasuredHasNoPercentile() {
    AnswerTimes none = of();
    assertThatThrownBy(() -> none.millis(0.5)).isInstanceOf(IllegalStateException.class);
  }
}
