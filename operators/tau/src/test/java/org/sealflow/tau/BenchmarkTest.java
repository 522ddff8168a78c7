package org.sealflow.tau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkTest {
  @Test
  void tasksAreReadFromPlainAndGzippedFiles() {
    Benchmark benchmark = TauReference.benchmark();
    assertThat(benchmark.tasks("airline")).hasSize(50);
    assertThat(benchmark.tasks("retail")).hasSize(114);
    assertThat(benchmark.tasks("telecom")).hasSize(2285);
    assertThat(benchmark.tasks("mock")).hasSize(10);
  }

  @Test
  void splitsKeepTheOrderOfTheTasks() {
    Benchmark benchmark = TauReference.benchmark();
    assertThat(benchmark.split("telecom")).hasSize(114);
    assertThat(benchmark.split("airline", "test")).hasSize(20);
    assertThatThrownBy(() -> benchmark.split("airline", "dev"))
        .hasMessageStartingWith("invalid task split 'dev' of airline: expected one of ");
  }

  @Test
  void unknownDomainsAndFoldersAreNamed(@TempDir Path folder) {
    assertThatThrownBy(() -> TauReference.benchmark().domain("banking"))
        .hasMessage("unknown domain 'banking': expected one of mock, airline, retail, telecom");
    assertThatThrownBy(() -> new Benchmark(folder))
        .hasMessageContaining("is no tau2-bench folder: expected data/tau2/domains/");
  }
}
