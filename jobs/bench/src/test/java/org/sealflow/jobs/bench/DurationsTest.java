package org.sealflow.jobs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DurationsTest {
  @Test
  void percentilesAreNearestRanks() {
    Durations durations = new Durations();
    for (int i = 2000; i >= 1; i--) {
      durations.add(i * 1000L);
    }
    assertThat(durations.count()).isEqualTo(2000);
    assertThat(durations.nanos(0.5)).isEqualTo(1_000_000);
    assertThat(durations.micros(0.99)).isEqualTo(1980);
    assertThat(durations.millis(1)).isEqualTo(2.0);
  }

  @Test
  void aSingleDurationIsEveryPercentile() {
    Durations durations = new Durations();
    durations.add(7);
    assertThat(durations.nanos(0.001)).isEqualTo(7);
    assertThat(durations.nanos(1)).isEqualTo(7);
  }

  @Test
  void whatComesAfterALookCountsToo() {
    Durations durations = new Durations();
    durations.add(5);
    assertThat(durations.nanos(1)).isEqualTo(5);
    durations.add(3);
    assertThat(durations.nanos(0.5)).isEqualTo(3);
    assertThat(durations.nanos(1)).isEqualTo(5);
  }

  @Test
  void nothingMeasuredHasNoPercentile() {
    assertThatThrownBy(() -> new Durations().nanos(0.5))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("nothing was measured");
  }
}
