package org.sealflow.jobs.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.TurnRange;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;

/**
 * The tasks of a run there is.
 *
 * @param tools the task directory that documents their tools
 * @param turns how many turns generated tasks have
 * @param training those trained on
 * @param heldOut all others of the run: those of validation and test
 */
public record RunTasks(Path tools, TurnRange turns, List<Task> training, List<Task> heldOut) {
  /** Copies the lists. */
  public RunTasks {
    training = List.copyOf(training);
    heldOut = List.copyOf(heldOut);
  }

  /**
   * The tasks that a run's directory tells of.
   *
   * @throws UserError if its settings or its tasks cannot be read
   */
  public static RunTasks of(RunDirectory run) {
    TrainSettings settings = TrainSettings.read(run.settings(), List.of()).settings();
    RunTasks planned =
        settings.tasks().source() == TrainTasks.Source.GENERATED
            ? generated(run, settings)
            : ofDirectory(settings);
    List<Task> training = new ArrayList<>(planned.training);
    run.madeTasks().forEach(made -> training.addAll(read(made)));
    return new RunTasks(planned.tools, planned.turns, training, planned.heldOut);
  }

  private static RunTasks generated(RunDirectory run, TrainSettings settings) {
    List<Task> heldOut = new ArrayList<>();
    for (GeneratorSplit split : List.of(GeneratorSplit.VALIDATION, GeneratorSplit.TEST)) {
      Path directory = run.tasks(split.label());
      if (Files.exists(directory)) {
        heldOut.addAll(read(directory));
      }
    }
    return new RunTasks(
        Path.of(settings.tasks().generated().tools()),
        settings.tasks().generated().turns(),
        List.copyOf(read(run.tasks(GeneratorSplit.TRAIN.label()))),
        heldOut);
  }

  /** Whatever is not trained on is held out, also beyond what evaluations play. */
  private static RunTasks ofDirectory(TrainSettings settings) {
    TrainingTasks tasks = TrainingTasks.ofDirectory(settings.tasks(), settings.evaluation());
    Set<String> trained =
        tasks.training().stream().map(PlannedTask::taskId).collect(Collectors.toSet());
    List<Task> training = new ArrayList<>();
    List<Task> heldOut = new ArrayList<>();
    Path directory = Path.of(String.valueOf(settings.tasks().folder().directory()));
    for (Task task : read(directory)) {
      (trained.contains(task.id()) ? training : heldOut).add(task);
    }
    return new RunTasks(directory, settings.tasks().generated().turns(), training, heldOut);
  }

  /**
   * Tasks of directories, for a run whose own directory is elsewhere.
   *
   * @param heldOut directories of validation and test tasks, at least one
   * @throws UserError if one cannot be read, or a task stands on both sides
   */
  public static RunTasks of(Path tools, Path training, List<Path> heldOut) {
    List<Task> held = new ArrayList<>();
    heldOut.forEach(directory -> held.addAll(read(directory)));
    Set<String> ids = held.stream().map(Task::id).collect(Collectors.toCollection(HashSet::new));
    List<Task> trained = read(training).stream().filter(task -> !ids.contains(task.id())).toList();
    return new RunTasks(tools, TurnRange.SHORT, trained, held);
  }

  private static Collection<Task> read(Path directory) {
    try {
      return TaskDirectory.read(directory).tasks();
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(String.valueOf(unreadable.getMessage()), unreadable);
    }
  }
}
