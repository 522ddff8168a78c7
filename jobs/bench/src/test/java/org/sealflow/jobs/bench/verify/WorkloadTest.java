package org.sealflow.jobs.bench.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.jobs.bench.TestingSamples.TASKS;
import static org.sealflow.jobs.bench.TestingSamples.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.settings.UserError;

class WorkloadTest {
  private static final String PASSES =
      "{\"id\": \"a\", \"task\": \"multi_turn_base_4\", \"turns\": "
          + "[[[\"get_stock_info(symbol='AAPL')\"], []], [[\"\"]]]}";

  @TempDir private Path folder;

  private Workload read(String... lines) throws Exception {
    Path file = Files.write(folder.resolve("calls.jsonl"), List.of(lines));
    return Workload.read(List.of(file), TASKS, settings(RecordedFormat.CALLS));
  }

  @Test
  void theSamplesAreReadButForTheTwoThatCannotBeExecuted() {
    Workload samples = TestingSamples.workload();
    assertThat(samples.trajectories()).hasSize(72);
    assertThat(samples.leftOut()).isEqualTo(2);
    assertThat(samples.turns())
        .isEqualTo(samples.trajectories().stream().mapToInt(t -> t.episode().turns().size()).sum());
    assertThat(samples.tasks()).anyMatch(task -> task.getLongContext() != null);
  }

  @Test
  void stepsWithoutACallAreKeptButNotExecuted() throws Exception {
    Workload workload = read(PASSES);
    Trajectory trajectory = workload.trajectories().get(0);
    assertThat(trajectory.executed())
        .containsExactly(List.of(List.of("get_stock_info(symbol='AAPL')")), List.of());
    assertThat(trajectory.turns().get(0)).hasSize(2);
    assertThat(workload.turns()).isEqualTo(2);
    assertThat(workload.calls()).isEqualTo(1);
  }

  @Test
  void callsInSurplusTurnsAreNotExecutedAndNotCounted() {
    Trajectory surplus =
        TestingSamples.workload().trajectories().stream()
            .filter(trajectory -> trajectory.episode().id().equals("surplus_turn"))
            .findFirst()
            .orElseThrow();
    int all = surplus.executed().stream().flatMap(List::stream).mapToInt(List::size).sum();
    assertThat(surplus.turns()).hasSize(surplus.task().program().groundTruth().size() + 1);
    assertThat(surplus.calls()).isPositive().isLessThan(all);
  }

  @Test
  void linesThatAreNoTrajectoryAreCountedAsLeftOut() throws Exception {
    Workload workload =
        read(
            "no JSON",
            "{\"id\": \"b\", \"task\": \"multi_turn_base_4\", \"turns\": \"Error: timeout\"}",
            "{\"id\": \"c\", \"task\": \"multi_turn_base_400\", \"turns\": []}",
            "",
            PASSES);
    assertThat(workload.trajectories()).hasSize(1);
    assertThat(workload.leftOut()).isEqualTo(3);
  }

  @Test
  void nothingToExecuteIsTheUsersError() {
    assertThatThrownBy(() -> read("no JSON", "nor this"))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("none of the 2 records")
        .hasMessageContaining("--tasks");
  }

  @Test
  void whatIsNotThereIsTheUsersError() {
    List<Path> absent = List.of(folder.resolve("absent.jsonl"));
    assertThatThrownBy(() -> Workload.read(absent, TASKS, settings(RecordedFormat.CALLS)))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("no file ");
    assertThatThrownBy(() -> Workload.read(List.of(folder), TASKS, settings(RecordedFormat.CALLS)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is a directory");
    assertThatThrownBy(
            () -> Workload.read(absent, folder.resolve("none"), settings(RecordedFormat.CALLS)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--tasks");
    assertThatThrownBy(() -> Workload.read(absent, TASKS, settings(RecordedFormat.SEALFLOW)))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("calls and bfcl-result");
  }
}
