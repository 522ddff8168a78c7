package org.sealflow.jobs.bench.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class GatewayBenchmarkTest {
  @Test
  void callsAreTimedWithAndWithoutTheGateway() throws Exception {
    List<String> told = new ArrayList<>();
    GatewayLoad load = new GatewayLoad(100, Duration.ZERO, Duration.ofSeconds(2));
    BenchResult result = new GatewayBenchmark(load, told::add).run();
    Map<String, Double> figures =
        result.figures().stream()
            .collect(Collectors.toMap(Figure::key, figure -> figure.value().doubleValue()));
    assertThat(figures.get("direct")).isBetween(80.0, 120.0);
    assertThat(figures.get("through")).isBetween(80.0, 120.0);
    assertThat(figures.get("recorded")).isEqualTo(figures.get("through"));
    assertThat(figures.get("dropped")).isZero();
    assertThat(figures.get("throughP50Millis")).isPositive();
    assertThat(told).hasSize(1);
  }

  @Test
  void aLoadIsAboveNothing() {
    assertThatThrownBy(() -> new GatewayLoad(0, Duration.ZERO, Duration.ofSeconds(1)))
        .hasMessage("rate is 0.0, expected above 0");
    assertThatThrownBy(() -> new GatewayLoad(1, Duration.ZERO, Duration.ZERO))
        .hasMessage("measure is 0, expected a time above it");
  }
}
