package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.statistics.Interval;

class EstimateTest {
  private static List<Double> repeated(int ones, double one, int others, double other) {
    List<Double> values = new ArrayList<>(Collections.nCopies(ones, one));
    values.addAll(Collections.nCopies(others, other));
    return values;
  }

  @Test
  void successOfASingleRunHasWilsonsInterval() {
    Estimate estimate = Estimate.ofSuccess(1, repeated(30, 1, 10, 0));
    Interval wilson = Interval.wilson(30, 40);
    assertThat(estimate.mean()).isEqualTo(0.75);
    assertThat(estimate.low()).isCloseTo(wilson.low(), within(1e-12));
    assertThat(estimate.high()).isCloseTo(wilson.high(), within(1e-12));
  }

  @Test
  void runsThatAgreeAtEveryTaskTellNoMoreThanOne() {
    Estimate one = Estimate.ofSuccess(1, repeated(30, 1, 10, 0));
    Estimate three = Estimate.ofSuccess(3, repeated(30, 1, 10, 0));
    assertThat(three.low()).isCloseTo(one.low(), within(1e-12));
  }

  @Test
  void runsThatDifferAtTasksNarrowTheInterval() {
    // p = 0.5, v = 0.125 / 40: 80 trials, as many as episodes.
    List<Double> shares = repeated(20, 0.5, 10, 1);
    shares.addAll(Collections.nCopies(10, 0.0));
    Estimate estimate = Estimate.ofSuccess(2, shares);
    assertThat(estimate.low()).isCloseTo(Interval.wilson(40, 80).low(), within(1e-12));
  }

  @Test
  void theIntervalIsNeverNarrowerThanOfAsManyTrialsAsEpisodes() {
    Estimate alike = Estimate.ofSuccess(2, repeated(39, 0.5, 1, 0));
    assertThat(alike.high() - alike.low()).isGreaterThan(0.2);
    assertThat(Estimate.ofSuccess(2, repeated(40, 0.5, 0, 0)).low())
        .isCloseTo(Interval.wilson(20, 40).low(), within(1e-12));
  }

  @Test
  void whereAllSucceedTasksCountOnce() {
    Estimate all = Estimate.ofSuccess(3, repeated(40, 1, 0, 0));
    assertThat(all.high()).isEqualTo(1);
    assertThat(all.low()).isCloseTo(Interval.wilson(40, 40).low(), within(1e-12));
  }

  @Test
  void differencesOfASingleRunHaveThePairedInterval() {
    List<Double> differences = repeated(8, 1, 3, -1);
    differences.addAll(Collections.nCopies(39, 0.0));
    Estimate estimate = Estimate.ofDifference(1, differences);
    PairedDifference paired = new PairedDifference(50, 8, 3);
    assertThat(estimate.mean()).isCloseTo(paired.difference(), within(1e-12));
    assertThat(estimate.low()).isCloseTo(paired.low(), within(1e-12));
    assertThat(estimate.high()).isCloseTo(paired.high(), within(1e-12));
  }
}
