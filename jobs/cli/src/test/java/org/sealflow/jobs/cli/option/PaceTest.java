package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final List<Long> waits = new ArrayList<>();
  private long now = 5_000_000_000L;

  @Test
  void stepsAreEvenlySpaced() {
    Pace pace = pace(50);
    for (int step = 0; step < 3; step++) {
      pace.await();
    }
    assertThat(waits).containsExactly(20_000_000L, 20_000_000L);
  }

  @Test
  void workIsPartOfTheInterval() {
    Pace pace = pace(10);
    pace.await();
    now += 30_000_000;
    pace.await();
    assertThat(waits).containsExactly(70_000_000L);
  }

  @Test
  void afterAPauseTheAverageIsCaughtUpWith() {
    Pace pace = pace(10);
    pace.await();
    now += 250_000_000;
    pace.await();
    pace.await();
    pace.await();
    assertThat(waits).containsExactly(50_000_000L);
  }

  @Test
  void theClockStartsWithTheFirstStep() {
    Pace pace = pace(10);
    now += 60_000_000_000L;
    pace.await();
    pace.await();
    assertThat(waits).containsExactly(100_000_000L);
  }

  @Test
  void withoutLimitNothingWaits() {
    Pace pace = pace(Double.POSITIVE_INFINITY);
    for (int step = 0; step < 1000; step++) {
      pace.await();
    }
    assertThat(waits).isEmpty();
  }

  private Pace pace(double perSecond) {
    return new Pace(
        perSecond,
        () -> now,
        wait -> {
          waits.add(wait);
          now += wait;
        });
  }
}
