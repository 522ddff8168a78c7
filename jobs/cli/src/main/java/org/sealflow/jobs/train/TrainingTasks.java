package org.sealflow.jobs.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.settings.UserChoice;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;
import org.sealflow.rollout.plan.Stage;

/**
 * The tasks of a run.
 *
 * @param train where training tasks are
 * @param training those trained on
 * @param validation what versions are chosen by; empty lists where nothing is evaluated
 * @param test what is reported on
 */
record TrainingTasks(
    TaskFolder train, List<PlannedTask> training, Measured validation, Measured test) {
  /**
   * Tasks that are measured on.
   *
   * @param directory where they are
   * @param chosen those played
   */
  record Measured(TaskFolder directory, List<PlannedTask> chosen) {}

  /**
   * The tasks of a directory: the training side of its split is trained on but for the scenarios of
   * the validation tasks; the other side tests. Both are measured scenario by scenario, so that
   * fewer tasks than there are still are of all categories.
   *
   * @throws UserError if there are not enough, or the directory is none
   */
  static TrainingTasks ofDirectory(TrainTasks settings, TrainSettings.EvaluationPlan evaluation) {
    TaskFolder directory = read(Path.of(String.valueOf(settings.folder().directory())));
    List<String> known = directory.tasks().stream().map(TaskOutline::id).toList();
    TaskSplit split =
        switch (settings.folder().split()) {
          case TaskSplit.BY_SCENARIO -> TaskSplit.byScenario(known, settings.seed());
          case TaskSplit.BY_CATEGORY -> TaskSplit.byCategory(known, settings.seed());
          default -> TaskSplit.read(Path.of(settings.folder().split()));
        };
    List<String> training = new ArrayList<>(split.require(TaskSplit.Side.TRAIN, known));
    List<String> reserve = TaskSplit.byScenario(training, settings.seed()).test();
    List<String> validation = first(reserve, evaluation.tasks(), settings.seed());
    Set<String> held = validation.stream().map(TaskSplit::scenario).collect(Collectors.toSet());
    training.removeIf(id -> held.contains(TaskSplit.scenario(id)));
    if (training.isEmpty()) {
      throw new UserError(
          settings.folder().directory()
              + " leaves no training task beside those of validation; lower"
              + " evaluation.tasks");
    }
    List<String> test =
        first(split.require(TaskSplit.Side.TEST, known), evaluation.test(), settings.seed());
    return new TrainingTasks(
        directory,
        planned(directory, training),
        new Measured(directory, planned(directory, validation)),
        new Measured(directory, planned(directory, test)));
  }

  /**
   * Tasks made for the run.
   *
   * @param train directory of the training tasks
   * @param validation directory of the validation tasks
   * @param test directory of the test tasks
   * @param evaluation how many of the latter two are played
   */
  static TrainingTasks ofDirectories(
      Path train, Path validation, Path test, TrainSettings.EvaluationPlan evaluation) {
    TaskFolder training = read(train);
    return new TrainingTasks(
        training,
        all(training),
        measured(read(validation), evaluation.tasks()),
        measured(read(test), evaluation.test()));
  }

  /** Whether somebody must play the users of tasks that are trained or measured on. */
  boolean haveUsers() {
    return UserChoice.isNeeded(train, training)
        || UserChoice.isNeeded(validation.directory(), validation.chosen())
        || UserChoice.isNeeded(test.directory(), test.chosen());
  }

  /**
   * The same, if every stage of a curriculum finds a task to play.
   *
   * @throws UserError if one does not
   */
  TrainingTasks forStages(List<Stage> stages) {
    Set<String> found =
        training.stream().map(PlannedTask::category).collect(Collectors.toCollection(TreeSet::new));
    for (Stage stage : stages) {
      if (!stage.categories().isEmpty() && stage.categories().stream().noneMatch(found::contains)) {
        throw new UserError(
            "tasks.stages names the categories %s, of which there is no training task; expected some of %s"
                .formatted(stage.categories(), found));
      }
    }
    return this;
  }

  private static Measured measured(TaskFolder tasks, int count) {
    return new Measured(tasks, all(tasks).subList(0, Math.min(count, tasks.tasks().size())));
  }

  private static TaskFolder read(Path directory) {
    try {
      return Environments.read(directory);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  /** So many tasks, those of one scenario after those of another, in an order that is drawn. */
  private static List<String> first(List<String> ids, int count, long seed) {
    Map<String, List<String>> scenarios = new TreeMap<>();
    ids.forEach(
        id -> scenarios.computeIfAbsent(TaskSplit.scenario(id), any -> new ArrayList<>()).add(id));
    List<List<String>> drawn = new ArrayList<>(scenarios.values());
    Collections.shuffle(drawn, new Random(seed));
    return drawn.stream().flatMap(List::stream).limit(count).toList();
  }

  private static List<PlannedTask> all(TaskFolder directory) {
    return planned(directory, directory.tasks().stream().map(TaskOutline::id).toList());
  }

  private static List<PlannedTask> planned(TaskFolder directory, Collection<String> ids) {
    Set<String> wanted = new HashSet<>(ids);
    return directory.tasks().stream()
        .filter(task -> wanted.contains(task.id()))
        .map(task -> new PlannedTask(task.id(), directory.digest(task.id()), task.category()))
        .toList();
  }
}
