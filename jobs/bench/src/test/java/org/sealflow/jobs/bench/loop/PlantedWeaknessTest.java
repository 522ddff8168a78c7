package org.sealflow.jobs.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.bench.BenchTasks;
import org.sealflow.jobs.bench.TestingSamples;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.scripted.Fault;
import org.sealflow.rollout.scripted.FaultKind;

class PlantedWeaknessTest {
  private static final TaskDirectory TASKS = BenchTasks.read(TestingSamples.TASKS);
  private static final PlantedWeakness WEAKNESS = PlantedWeakness.of(TASKS);

  @Test
  void everyCategoryHasItsOwnFaultyTools() {
    Set<String> categories = new HashSet<>();
    TASKS.tasks().forEach(task -> categories.add(task.category()));
    for (String category : categories) {
      List<Fault> faults = faults(category);
      assertThat(faults).as(category).hasSize(6).doesNotHaveDuplicates();
      assertThat(faults).allMatch(f -> f.kind() == FaultKind.DROP_ARGUMENT && f.rate() == 1);
    }
    assertThat(WEAKNESS.faults()).hasSize(6 * categories.size());
  }

  /** {@code ls} takes no argument that is required, and so cannot lack one. */
  @Test
  void onlyToolsWithARequiredArgumentAreFaulty() {
    assertThat(WEAKNESS.faults()).extracting(Fault::tool).contains("cd").doesNotContain("ls");
  }

  @Test
  void exactlyTheTasksThatNeedAFaultyToolArePlayed() {
    Set<String> planned = new HashSet<>();
    WEAKNESS.tasks().forEach(task -> planned.add(task.taskId()));
    for (Task task : TASKS.tasks()) {
      assertThat(planned.contains(task.id())).as(task.id()).isEqualTo(fails(task));
    }
    assertThat(WEAKNESS.tasks())
        .allMatch(task -> task.digest().equals(TASKS.digest(task.taskId())));
  }

  private static boolean fails(Task task) {
    return faults(task.category()).stream()
        .anyMatch(
            fault ->
                task.groundTruth().stream()
                    .flatMap(List::stream)
                    .anyMatch(call -> call.startsWith(fault.tool() + "(")));
  }

  private static List<Fault> faults(String category) {
    return WEAKNESS.faults().stream().filter(f -> category.equals(f.category())).toList();
  }

  @Test
  void tasksThatNeedNoToolAreOfNoUse(@TempDir Path directory) throws IOException {
    Files.createDirectories(directory.resolve("possible_answer"));
    Files.writeString(
        directory.resolve("BFCL_v4_multi_turn_base.json"),
        """
        {"id": "multi_turn_base_0", "question": [[{"role": "user", "content": "Hello."}]], \
        "initial_config": {}, "path": [], "involved_classes": []}
        """);
    Files.writeString(
        directory.resolve("possible_answer/BFCL_v4_multi_turn_base.json"),
        """
        {"id": "multi_turn_base_0", "ground_truth": [[]]}
        """);
    TaskDirectory idle = BenchTasks.read(directory);

    assertThatThrownBy(() -> PlantedWeakness.of(idle))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("--tasks DIR")
        .message()
        .hasLineCount(1);
  }
}
