package org.sealflow.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.metrics.Histogram;
import org.junit.jupiter.api.Test;
import org.sealflow.state.TestingMetricGroup;

class LagMetricsTest {
  private final TestingMetricGroup metrics = new TestingMetricGroup();
  private final LagMetrics lag = new LagMetrics(metrics);

  private Histogram histogram() {
    return (Histogram) metrics.metrics().get("diagnosis.lagMillis");
  }

  @Test
  void theTimeSinceTheEventWasSentIsCounted() {
    lag.diagnosed(1_000L, 1_004);
    lag.diagnosed(1_000L, 1_010);

    assertThat(histogram().getCount()).isEqualTo(2);
    assertThat(histogram().getStatistics().getMin()).isEqualTo(4);
    assertThat(histogram().getStatistics().getMax()).isEqualTo(10);
  }

  @Test
  void aProducersClockThatIsAheadCountsAsNoLag() {
    lag.diagnosed(1_000L, 990);

    assertThat(histogram().getStatistics().getMax()).isZero();
  }

  @Test
  void whatNoRecordLedToIsNotCounted() {
    lag.diagnosed(null, 1_000);
    lag.diagnosed(Long.MIN_VALUE, 1_000);

    assertThat(histogram().getCount()).isZero();
  }
}
