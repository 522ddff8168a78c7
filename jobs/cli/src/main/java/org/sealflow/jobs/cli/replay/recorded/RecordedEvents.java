package org.sealflow.jobs.cli.replay.recorded;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;

/** Recorded trajectories as they are published. Closing closes the files. */
public interface RecordedEvents extends AutoCloseable {
  /** The tool docs and tasks the trajectories are about, tool docs first. */
  List<TaskRecord> tasks();

  /** Gives the events away in the order of the files; those of an episode in their sequence. */
  void each(Consumer<TrajectoryEvent> taker);

  @Override
  void close();

  /**
   * The files to read.
   *
   * @param files in this order
   * @param tasks the task directory
   * @param settings how to read them
   */
  record Request(List<Path> files, Path tasks, ReadSettings settings) {}

  /**
   * Opens recorded files.
   *
   * @param turnedAway gets what is no trajectory, as it is come across
   * @throws org.sealflow.jobs.settings.UserError where a file or the task directory is not there
   */
  static RecordedEvents open(Request request, Consumer<Failure> turnedAway) {
    if (request.settings().format().isTau2()) {
      return TauRecordedFiles.open(request, Clock.systemUTC(), turnedAway);
    }
    return RecordedFiles.open(
        request.files(), request.tasks(), request.settings(), Clock.systemUTC(), turnedAway);
  }

  /** Where the trajectories come from: {@link RecordedEvents#open} in the command. */
  @FunctionalInterface
  interface Source {
    /** As {@link RecordedEvents#open}. */
    RecordedEvents open(Request request, Consumer<Failure> turnedAway);
  }
}
