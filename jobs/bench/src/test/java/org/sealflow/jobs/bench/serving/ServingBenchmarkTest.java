package org.sealflow.jobs.bench.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sealflow.environment.Environments;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;

@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ServingBenchmarkTest {
  private static final Path TASKS = Path.of("..", "..", "data", "tasks");

  @Test
  void stepsAreTimedAndSessionsWeighed() throws Exception {
    List<String> told = new ArrayList<>();
    ServingLoad load = new ServingLoad(200, Duration.ofMillis(100), Duration.ofMillis(1500), 20);
    BenchResult result = new ServingBenchmark(Environments.read(TASKS), load, told::add).run();
    Map<String, Double> figures =
        result.figures().stream()
            .collect(Collectors.toMap(Figure::key, figure -> figure.value().doubleValue()));
    assertThat(figures.get("steps")).isBetween(80.0, 120.0);
    assertThat(figures.get("p50Millis")).isPositive().isLessThanOrEqualTo(figures.get("p99Millis"));
    assertThat(figures.get("p99Millis")).isLessThanOrEqualTo(figures.get("longestMillis"));
    assertThat(figures.get("mcpSteps")).isBetween(80.0, 120.0);
    assertThat(figures.get("mcpP50Millis")).isPositive();
    assertThat(figures.get("bareP50Millis"))
        .isPositive()
        .isLessThanOrEqualTo(figures.get("bareP99Millis"));
    assertThat(figures.get("sessions")).isEqualTo(20);
    assertThat(told).hasSize(2);
  }

  @Test
  void timesHaveTheirPercentiles() {
    StepTimes one = new StepTimes();
    one.add(3_000_000);
    StepTimes other = new StepTimes();
    other.add(1_000_000);
    other.add(2_000_000);
    StepTimes all = StepTimes.together(List.of(one, other));
    assertThat(all.millis(0.5)).isEqualTo(2);
    assertThat(all.millis(0.99)).isEqualTo(3);
    assertThatThrownBy(() -> new StepTimes().millis(0.5))
        .hasMessage("nothing was measured: measure for longer");
  }

  @Test
  void aLoadIsAboveNothing() {
    assertThatThrownBy(() -> new ServingLoad(0, Duration.ZERO, Duration.ZERO, 1))
        .hasMessage("rate is 0.0, expected above 0");
  }
}
