package org.sealflow.jobs.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.rollout.plan.PlannedTask;
import picocli.CommandLine.Option;

/** Options that choose tasks, the same for every command that plays episodes. */
public final class TaskOptions {
  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      required = true,
      description = "The tasks, in the benchmark's layout.")
  private Path directory = Path.of("");

  @Option(
      names = "--category",
      paramLabel = "CATEGORY",
      description = "Tasks of this category alone. Repeatable.")
  private List<String> categories = List.of();

  @Option(names = "--task", paramLabel = "ID", description = "This task alone. Repeatable.")
  private List<String> ids = List.of();

  @Option(
      names = "--split",
      paramLabel = "SPLIT",
      description =
          "One side of a split alone: a JSON file with lists train and test, or `scenario` for the"
              + " built-in one, where no scenario stands on both sides.")
  private @Nullable String split;

  @Option(
      names = "--side",
      paramLabel = "SIDE",
      description =
          "Which side of the split: ${COMPLETION-CANDIDATES} (default: train for rollouts, test for"
              + " evaluations).")
  private TaskSplit.@Nullable Side side;

  @Option(
      names = "--split-seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which halves the built-in split makes (default: ${DEFAULT-VALUE}).")
  private long splitSeed;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description = "Today as date-dependent tools see it, e.g. 2026-01-15 (default: the day).")
  private @Nullable LocalDate asOf;

  /**
   * The directory.
   *
   * @throws UserError if it holds no tasks
   */
  public TaskFolder read() {
    return read(directory);
  }

  /**
   * The tasks of a directory.
   *
   * @throws UserError if they cannot be read
   */
  public static TaskFolder read(Path directory) {
    try {
      return Environments.read(directory);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw new UserError(Causes.oneLine(unreadable.getMessage()), unreadable);
    }
  }

  /** Today as date-dependent tools see it; null for the day. */
  public @Nullable LocalDate asOf() {
    return asOf;
  }

  /**
   * The tasks chosen, in the order of the directory.
   *
   * @throws UserError if the options leave none, or name one that is not there
   */
  public List<PlannedTask> chosen(TaskFolder tasks, TaskSplit.Side usual) {
    List<String> known = tasks.tasks().stream().map(TaskOutline::id).toList();
    for (String id : ids) {
      if (!tasks.contains(id)) {
        throw new UserError("no task " + id + " in " + directory);
      }
    }
    Set<String> wanted = new HashSet<>(ids.isEmpty() ? known : ids);
    wanted.retainAll(side(known, usual));
    List<PlannedTask> chosen =
        tasks.tasks().stream()
            .filter(task -> wanted.contains(task.id()))
            .filter(task -> categories.isEmpty() || categories.contains(task.category()))
            .map(task -> new PlannedTask(task.id(), tasks.digest(task.id()), task.category()))
            .toList();
    if (chosen.isEmpty()) {
      throw new UserError(
          "no task of "
              + directory
              + " is left to play; its categories are "
              + String.join(
                  ", ",
                  tasks.tasks().stream().map(TaskOutline::category).distinct().sorted().toList()));
    }
    return chosen;
  }

  private List<String> side(List<String> known, TaskSplit.Side usual) {
    if (split == null) {
      if (side != null) {
        throw new UsageError("--side needs --split FILE or --split " + TaskSplit.BY_SCENARIO);
      }
      return known;
    }
    TaskSplit parts =
        split.equals(TaskSplit.BY_SCENARIO)
            ? TaskSplit.byScenario(known, splitSeed)
            : TaskSplit.read(Path.of(split));
    return parts.require(side == null ? usual : side, known);
  }
}
