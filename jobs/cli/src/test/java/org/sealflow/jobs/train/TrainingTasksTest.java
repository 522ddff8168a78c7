package org.sealflow.jobs.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.Stage;
import org.sealflow.rollout.plan.TaskChoice;

class TrainingTasksTest {
  private static final Path TOOLS = Path.of("..", "..", "data", "tasks");
  private static final int COUNT = 48;

  @TempDir private static Path folder;

  @BeforeAll
  static void generate() throws Exception {
    TaskFiles.write(
        new TaskGenerator(GeneratorSettings.of(1, GeneratorSplit.TRAIN), TaskFiles.sources(TOOLS)),
        COUNT,
        TOOLS,
        folder.resolve("tasks"));
  }

  @Test
  void aScenarioThatIsMeasuredOnIsNotTrainedOn() {
    TrainingTasks tasks = tasks(TaskSplit.BY_SCENARIO, 6, 8);
    List<String> training = ids(tasks.training());
    List<String> validation = ids(tasks.validation().chosen());
    assertThat(validation).hasSize(6);
    assertThat(scenarios(training)).doesNotContainAnyElementsOf(scenarios(validation));
    assertThat(scenarios(training))
        .doesNotContainAnyElementsOf(scenarios(ids(tasks.test().chosen())));
  }

  @Test
  void noMoreThanTheScenariosOfTheValidationTasksAreHeldBack() {
    TrainingTasks all = tasks(TaskSplit.BY_SCENARIO, 0, COUNT);
    TrainingTasks fewer = tasks(TaskSplit.BY_SCENARIO, 4, COUNT);
    Set<String> held = new HashSet<>(ids(all.training()));
    ids(fewer.training()).forEach(held::remove);
    assertThat(scenarios(held)).isEqualTo(scenarios(ids(fewer.validation().chosen())));
  }

  @Test
  void fewMeasuredTasksAreOfAllCategories() {
    TrainingTasks tasks = tasks(TaskSplit.BY_SCENARIO, 4, 4);
    for (TrainingTasks.Measured measured : List.of(tasks.validation(), tasks.test())) {
      assertThat(ids(measured.chosen()))
          .extracting(id -> id.replaceFirst("_train[0-9]+$", ""))
          .containsExactlyInAnyOrder(
              "multi_turn_base",
              "multi_turn_long_context",
              "multi_turn_miss_func",
              "multi_turn_miss_param");
    }
  }

  @Test
  void withoutValidationHalfOfEachCategoryIsTrainedOn() {
    TrainingTasks tasks = tasks(TaskSplit.BY_CATEGORY, 0, COUNT);
    assertThat(tasks.training()).hasSize(COUNT / 2);
    assertThat(tasks.test().chosen()).hasSize(COUNT / 2);
    assertThat(tasks.validation().chosen()).isEmpty();
  }

  @Test
  void aDirectoryThatIsNotThereIsOneLine() {
    TrainTasks absent =
        new TrainTasks(
            TrainTasks.Source.DIRECTORY,
            0,
            TaskChoice.EPOCHS,
            List.of(),
            new TrainTasks.Generated(1, CategoryWeights.alike(), TurnRange.SHORT, ""),
            new TrainTasks.Folder("no-such-folder", "scenario"),
            new TrainTasks.Synthesis(0, 1, "", "", ""));
    assertThatThrownBy(
            () ->
                TrainingTasks.ofDirectory(
                    absent, new TrainSettings.EvaluationPlan(1, 1, 1, true, "")))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("no-such-folder");
  }

  @Test
  void aStageThatFindsNoTaskIsOneLine() {
    TrainingTasks some = tasks("scenario", 1, 1);
    String category = some.training().get(0).category();

    assertThat(some.forStages(List.of(new Stage(List.of(category, "other"), false, 0.5, 1))))
        .isSameAs(some);
    assertThatThrownBy(() -> some.forStages(List.of(new Stage(List.of("other"), false, null, 1))))
        .isInstanceOf(UserError.class)
        .hasMessageContainingAll("[other]", "expected some of", category);
  }

  private static TrainingTasks tasks(String split, int validation, int test) {
    TrainTasks settings =
        new TrainTasks(
            TrainTasks.Source.DIRECTORY,
            0,
            TaskChoice.EPOCHS,
            List.of(),
            new TrainTasks.Generated(1, CategoryWeights.alike(), TurnRange.SHORT, ""),
            new TrainTasks.Folder(folder.resolve("tasks").toString(), split),
            new TrainTasks.Synthesis(0, 1, "", "", ""));
    return TrainingTasks.ofDirectory(
        settings, new TrainSettings.EvaluationPlan(1, validation, test, true, ""));
  }

  private static List<String> ids(List<PlannedTask> tasks) {
    return tasks.stream().map(PlannedTask::taskId).toList();
  }

  private static Set<String> scenarios(Iterable<String> ids) {
    Set<String> scenarios = new HashSet<>();
    ids.forEach(id -> scenarios.add(TaskSplit.scenario(id)));
    return scenarios;
  }
}
