package org.sealflow.jobs.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;

class TaskSplitTest {
  @TempDir private Path directory;

  @Test
  void halvesOfEachCategoryStandOnEitherSide() {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < 10; number++) {
      ids.add("multi_turn_base_" + number);
      ids.add("multi_turn_miss_func_" + number);
    }
    TaskSplit split = TaskSplit.byCategory(ids, 0);
    assertThat(split.train()).filteredOn(id -> id.contains("base")).hasSize(5);
    assertThat(split.train()).filteredOn(id -> id.contains("func")).hasSize(5);
    assertThat(split.test()).hasSize(10).doesNotContainAnyElementsOf(split.train());
    assertThat(TaskSplit.byCategory(ids, 0)).isEqualTo(split);
    assertThat(TaskSplit.byCategory(ids, 1)).isNotEqualTo(split);
  }

  @Test
  void noScenarioStandsOnBothSides() {
    TaskSplit split = TaskSplit.byScenario(ids(), 7);

    assertThat(split.train()).hasSize(400);
    assertThat(split.test()).hasSize(400);
    assertThat(scenarios(split.train())).doesNotContainAnyElementsOf(scenarios(split.test()));
  }

  @Test
  void theSeedDecidesWhichScenariosTrain() {
    assertThat(TaskSplit.byScenario(ids(), 7)).isEqualTo(TaskSplit.byScenario(ids(), 7));
    assertThat(TaskSplit.byScenario(ids(), 8)).isNotEqualTo(TaskSplit.byScenario(ids(), 7));
  }

  @Test
  void tasksWithoutANumberAreScenariosOfTheirOwn() {
    TaskSplit split = TaskSplit.byScenario(List.of("a", "b", "c_1", "d_1"), 1);
    assertThat(split.train().size() + split.test().size()).isEqualTo(4);
    assertThat(split.train().contains("c_1")).isEqualTo(split.train().contains("d_1"));
  }

  @Test
  void listsAreReadInTheirOrder() throws IOException {
    TaskSplit split = TaskSplit.read(file("{\"train\": [\"b\", \"a\"], \"test\": [\"c\"]}"));
    assertThat(split.side(TaskSplit.Side.TRAIN)).containsExactly("b", "a");
    assertThat(split.require(TaskSplit.Side.TEST, Set.of("a", "b", "c"))).containsExactly("c");
  }

  @Test
  void whatIsWrongWithAFileIsOneLine() throws IOException {
    Map<String, String> wrong =
        Map.of(
            "{", "is no JSON",
            "[]", "has no list 'train'",
            "{\"train\": []}", "has no list 'test'",
            "{\"train\": [1], \"test\": []}", "'train' holds 1, expected task ids",
            "{\"train\": [\"a\", \"a\"], \"test\": []}", "'train' names a task twice",
            "{\"train\": [\"a\"], \"test\": [\"a\"]}", "has 1 tasks on both sides, e.g. a");
    for (Map.Entry<String, String> each : wrong.entrySet()) {
      Path file = file(each.getKey());
      assertThatThrownBy(() -> TaskSplit.read(file))
          .isInstanceOf(UserError.class)
          .hasMessageContaining(each.getValue())
          .satisfies(error -> assertThat(error.getMessage().lines()).hasSize(1));
    }
    assertThatThrownBy(() -> TaskSplit.read(directory.resolve("none")))
        .hasMessageContaining("cannot read the split");
  }

  @Test
  void tasksThatAreNotThereAreNamed() {
    TaskSplit split = new TaskSplit(List.of("a", "b"), List.of());
    assertThatThrownBy(() -> split.require(TaskSplit.Side.TRAIN, List.of("a")))
        .isInstanceOf(UserError.class)
        .hasMessageStartingWith("1 tasks of the split are not in the task directory, e.g. b");
  }

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("split.json"), content);
  }

  private static List<String> ids() {
    List<String> ids = new ArrayList<>();
    for (String category : List.of("base", "miss_func", "miss_param", "long_context")) {
      for (int scenario = 0; scenario < 200; scenario++) {
        ids.add("multi_turn_" + category + "_" + scenario);
      }
    }
    return ids;
  }

  private static Set<String> scenarios(List<String> ids) {
    return ids.stream().map(id -> id.replaceAll(".*_", "")).collect(Collectors.toSet());
  }
}
