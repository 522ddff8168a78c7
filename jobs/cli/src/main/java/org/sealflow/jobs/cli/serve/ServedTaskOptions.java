package org.sealflow.jobs.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Environment;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.environment.TaskOutline;
import org.sealflow.jobs.files.TaskSplit;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.serve.session.ServedEnvironments;
import org.sealflow.serve.session.ServedTasks;
import picocli.CommandLine.Option;

/** The environments that a server offers, and their tasks. */
final class ServedTaskOptions {
  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description =
          "The environment, such as bfcl, where there is one --tasks (default: the one that"
              + " recognises the directory).")
  private @Nullable String environment;

  @Option(
      names = "--tasks",
      required = true,
      paramLabel = "DIR",
      description =
          "The tasks of an environment, in its layout. Repeatable: one directory for each"
              + " environment; the first one is meant where a client names none.")
  private List<Path> directories = List.of();

  @Option(
      names = "--split",
      paramLabel = "SPLIT",
      description =
          "Lists of tasks to offer by name: a JSON file with lists train and test, or `scenario`"
              + " for the built-in one (default: one list of all tasks, train). Episodes of test"
              + " are never shown a patch.")
  private @Nullable String split;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description = "Today as date-dependent tools see it, e.g. 2026-01-15 (default: the day).")
  private @Nullable LocalDate asOf;

  /**
   * Tasks that were read.
   *
   * @param environment the environment's name
   * @param directory where they were read
   */
  record Read(String environment, Path directory, TaskFolder folder) {}

  /**
   * Reads the tasks of all environments.
   *
   * @throws UsageError if options do not go together
   * @throws UserError if tasks cannot be read, or two directories are of one environment
   */
  List<Read> read() {
    if (directories.size() > 1 && environment != null) {
      throw new UsageError(
          "--environment is given with "
              + directories.size()
              + " --tasks, expected one: leave it out, directories are recognised");
    }
    if (directories.size() > 1 && split != null && !split.equals(TaskSplit.BY_SCENARIO)) {
      throw new UsageError(
          "--split is a file with "
              + directories.size()
              + " --tasks, expected one: use --split scenario, or a server each");
    }
    List<Read> all = new ArrayList<>();
    for (Path directory : directories) {
      Read next = read(directory);
      for (Read other : all) {
        if (other.environment().equals(next.environment())) {
          throw new UserError(
              other.directory()
                  + " and "
                  + directory
                  + " hold tasks of "
                  + next.environment()
                  + ", expected one directory for an environment");
        }
      }
      all.add(next);
    }
    return all;
  }

  private Read read(Path directory) {
    try {
      if (environment != null) {
        Environment named = Environments.servable(environment);
        requireDirectory(directory);
        return new Read(named.name(), directory, named.read(directory));
      }
      Environment recognising = Environments.servable(directory);
      return new Read(recognising.name(), directory, recognising.read(directory));
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private static void requireDirectory(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new UserError(
          "no task directory " + directory + "; give one in the official layout with --tasks DIR");
    }
  }

  /**
   * Offers the tasks.
   *
   * @throws UserError if a split does not fit: one line
   */
  ServedEnvironments offered(List<Read> read, ServedRun run) {
    try {
      return new ServedEnvironments(read.stream().map(each -> offered(each, run)).toList());
    } catch (IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private ServedTasks offered(Read read, ServedRun run) {
    return new ServedTasks(
        read.environment(),
        read.folder(),
        splits(read.folder()),
        asOf,
        Clock.systemUTC(),
        () -> ThreadLocalRandom.current().nextInt(),
        run.placements(),
        run.listeners());
  }

  private Map<String, List<String>> splits(TaskFolder folder) {
    if (split == null) {
      return Map.of();
    }
    List<String> known = folder.tasks().stream().map(TaskOutline::id).toList();
    TaskSplit parts =
        split.equals(TaskSplit.BY_SCENARIO)
            ? TaskSplit.byScenario(known, 0)
            : TaskSplit.read(Path.of(split));
    return Map.of(
        ServedTasks.TRAIN,
        parts.require(TaskSplit.Side.TRAIN, known),
        "test",
        parts.require(TaskSplit.Side.TEST, known));
  }
}
