package org.sealflow.jobs.train;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sealflow.bfcl.task.Task;
import org.sealflow.jobs.UserError;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.rollout.PlannedTask;
import org.sealflow.verify.TaskDirectory;

/**
 * The tasks of a run.
 *
 * @param train where training tasks are
 * @param training those trained on
 * @param validation what versions are chosen by; empty lists where nothing is evaluated
 * @param test what is reported on
 */
record TrainingTasks(
    TaskDirectory train, List<PlannedTask> training, Measured validation, Measured test) {
  /**
   * Tasks that are measured on.
   *
   * @param directory where they are
   * @param chosen those played
   */
  record Measured(TaskDirectory directory, List<PlannedTask> chosen) {}

  /**
   * The tasks of a directory: the training side of its split is trained on but for the validation
   * tasks, which are taken from its end, scenario by scenario; the other side tests.
   *
   * @throws UserError where there are not enough, or the directory is none
   */
  static TrainingTasks ofDirectory(
      TrainSettings.Tasks settings, TrainSettings.EvaluationPlan evaluation) {
    TaskDirectory directory = read(Path.of(String.valueOf(settings.directory())));
    List<String> known = directory.tasks().stream().map(Task::id).toList();
    TaskSplit split =
        switch (settings.split()) {
          case TaskSplit.BY_SCENARIO -> TaskSplit.byScenario(known, settings.seed());
          case TaskSplit.BY_CATEGORY -> TaskSplit.byCategory(known, settings.seed());
          default -> TaskSplit.read(Path.of(settings.split()));
        };
    List<String> training = new ArrayList<>(split.require(TaskSplit.Side.TRAIN, known));
    TaskSplit inner = TaskSplit.byScenario(training, settings.seed());
    List<String> validation = first(inner.test(), evaluation.tasks());
    training.removeAll(new HashSet<>(scenariosOf(validation, inner)));
    if (training.isEmpty()) {
      throw new UserError(
          settings.directory()
              + " leaves no training task beside those of validation; lower"
              + " evaluation.tasks");
    }
    return new TrainingTasks(
        directory,
        planned(directory, training),
        new Measured(directory, planned(directory, validation)),
        new Measured(
            directory,
            planned(
                directory, first(split.require(TaskSplit.Side.TEST, known), evaluation.test()))));
  }

  /** All tasks of the inner test side: what shares a scenario with one is not trained on either. */
  private static List<String> scenariosOf(List<String> validation, TaskSplit inner) {
    return validation.isEmpty() ? List.of() : inner.test();
  }

  /**
   * Tasks made for the run.
   *
   * @param train directory of the training tasks
   * @param validation directory of the validation tasks
   * @param test directory of the test tasks
   */
  static TrainingTasks ofDirectories(Path train, Path validation, Path test) {
    TaskDirectory training = read(train);
    TaskDirectory choosing = read(validation);
    TaskDirectory reporting = read(test);
    return new TrainingTasks(
        training,
        all(training),
        new Measured(choosing, all(choosing)),
        new Measured(reporting, all(reporting)));
  }

  private static TaskDirectory read(Path directory) {
    try {
      return TaskDirectory.read(directory);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }

  private static List<String> first(List<String> ids, int count) {
    return ids.subList(0, Math.min(count, ids.size()));
  }

  private static List<PlannedTask> all(TaskDirectory directory) {
    return planned(directory, directory.tasks().stream().map(Task::id).toList());
  }

  private static List<PlannedTask> planned(TaskDirectory directory, Collection<String> ids) {
    Set<String> wanted = new HashSet<>(ids);
    return directory.tasks().stream()
        .map(Task::id)
        .filter(wanted::contains)
        .map(id -> new PlannedTask(id, directory.digest(id)))
        .toList();
  }
}
