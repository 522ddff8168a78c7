package org.sealflow.jobs.bench.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.jobs.files.InputLine;
import org.sealflow.jobs.files.LineReader;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedEpisode;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.RecordedLines;
import org.sealflow.jobs.files.UnreadableRecordException;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.python.PyException;
import org.sealflow.schemas.TaskRecord;

/**
 * The input of the benchmarks: recorded trajectories and their tasks, read once.
 *
 * @param trajectories those that can be executed, in the order of the files
 * @param leftOut how many records cannot: no trajectory, of no known task, or an error text
 * @param tasks the tasks as records of the topic {@code tasks}
 */
public record Workload(List<Trajectory> trajectories, int leftOut, List<TaskRecord> tasks) {
  public Workload {
    trajectories = List.copyOf(trajectories);
    tasks = List.copyOf(tasks);
  }

  /**
   * Reads recorded trajectories.
   *
   * @param files in this order
   * @param tasks the directory of their tasks
   * @param settings how to read them; the format is one of lines, and the date is given
   * @throws UserError if a file or the directory cannot be used, or holds no trajectory
   */
  public static Workload read(List<Path> files, Path tasks, ReadSettings settings) {
    if (settings.format() == RecordedFormat.SEALFLOW) {
      throw new UserError("benchmarks read the formats calls and bfcl-result, not sealflow");
    }
    TaskDirectory directory = directory(tasks);
    Reading reading = new Reading(directory, settings);
    for (Path file : files) {
      reading.read(file);
    }
    if (reading.trajectories.isEmpty()) {
      throw new UserError(
          "none of the "
              + reading.leftOut
              + " records is a trajectory of a task in "
              + tasks
              + "; check the files, --format and --tasks");
    }
    return new Workload(reading.trajectories, reading.leftOut, directory.records());
  }

  private static TaskDirectory directory(Path tasks) {
    try {
      return TaskDirectory.read(tasks);
    } catch (IllegalArgumentException unusable) {
      throw new UserError(String.valueOf(unusable.getMessage()), unusable);
    } catch (IOException unreadable) {
      throw new UserError(
          "cannot read the tasks in " + tasks + ": " + unreadable.getMessage(), unreadable);
    }
  }

  /** Turns over all trajectories, surplus ones included. */
  public long turns() {
    return trajectories.stream().mapToLong(trajectory -> trajectory.turns().size()).sum();
  }

  /** The policy's calls that verification executes, over all trajectories. */
  public long calls() {
    return trajectories.stream().mapToLong(Trajectory::calls).sum();
  }

  /** The records read so far. */
  private static final class Reading {
    private final TaskDirectory tasks;
    private final ReadSettings settings;
    private final List<Trajectory> trajectories = new ArrayList<>();
    private int leftOut;

    Reading(TaskDirectory tasks, ReadSettings settings) {
      this.tasks = tasks;
      this.settings = settings;
    }

    void read(Path file) {
      if (!Files.isRegularFile(file)) {
        throw new UserError(
            (Files.isDirectory(file) ? file + " is a directory" : "no file " + file)
                + "; expected recorded trajectories");
      }
      try (LineReader lines = new LineReader(file, trajectories.size() + leftOut)) {
        for (InputLine line = lines.next(); line != null; line = lines.next()) {
          take(line);
        }
      } catch (IOException unreadable) {
        throw new UserError("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
      }
    }

    private void take(InputLine line) {
      try {
        RecordedEpisode episode = RecordedLines.read(line, settings);
        if (episode.inferenceError() == null && tasks.contains(episode.taskId())) {
          trajectories.add(trajectory(episode));
          return;
        }
      } catch (UnreadableRecordException | PyException unusable) {
        // Counted below: what cannot be executed says nothing about speed.
      }
      leftOut++;
    }

    private Trajectory trajectory(RecordedEpisode episode) {
      String own = episode.asOfDate();
      LocalDate asOf = LocalDate.parse(own == null ? String.valueOf(settings.asOfDate()) : own);
      String model = episode.modelName();
      Trajectory made =
          Trajectory.of(
              episode,
              tasks.ready(episode.taskId()),
              tasks.digest(episode.taskId()),
              asOf,
              model == null ? settings.modelName() : model);
      // Tried once, so that the measured rounds meet no scenario that cannot be loaded.
      Verifications.officialAndPerTurn(made);
      return made;
    }
  }
}
