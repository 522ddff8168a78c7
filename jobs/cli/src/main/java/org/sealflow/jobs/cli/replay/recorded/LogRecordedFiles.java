package org.sealflow.jobs.cli.replay.recorded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.TrajectoryListener;
import org.sealflow.review.read.file.TrajectoryFile;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Logs of any agent as they are published, read record by record. What tools were offered is found
 * by reading all files once before.
 */
public final class LogRecordedFiles implements RecordedEvents {
  private static final String REMEDY = "mend the record, or leave it out";

  private final List<Path> files;
  private final ReviewSettings settings;
  private final LogEpisodes episodes;
  private final Clock clock;
  private final Consumer<Failure> turnedAway;
  private long failed;

  public LogRecordedFiles(
      List<Path> files,
      ReviewSettings settings,
      LogEpisodes episodes,
      Clock clock,
      Consumer<Failure> turnedAway) {
    this.files = files;
    this.settings = settings;
    this.episodes = episodes;
    this.clock = clock;
    this.turnedAway = turnedAway;
  }

  @Override
  public List<TaskRecord> tasks() {
    // Lines that hold no record are reported when the events are read.
    files.forEach(file -> read(file, new Reading(file, episodes::task, (line, place) -> {})));
    return episodes.tasks();
  }

  @Override
  public void each(Consumer<TrajectoryEvent> taker) {
    for (Path file : files) {
      Reading reading =
          new Reading(
              file,
              trajectory -> episodes.events(trajectory, clock.instant()).forEach(taker),
              this::fail);
      read(file, reading);
    }
  }

  private void read(Path file, Reading reading) {
    try {
      TrajectoryFile.read(file, settings, reading);
    } catch (IOException unreadable) {
      throw new UserError("reading failed: " + Causes.innermost(unreadable), unreadable);
    }
  }

  private void fail(String line, Path file) {
    Complaint complaint = new Complaint(Boundary.PARSE, line, REMEDY);
    RecordedSource source = new RecordedSource(file.toString(), ++failed, 0L, "", 0L);
    turnedAway.accept(
        Failures.ofLine(complaint, clock.instant(), source, line.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    // A file is open only while it is read.
  }

  /** Takes a line about a file. */
  @FunctionalInterface
  private interface LineTaker {
    void take(String line, Path file);
  }

  private record Reading(Path file, Consumer<RecordedTrajectory> taker, LineTaker unusable)
      implements TrajectoryListener {
    @Override
    public void trajectory(RecordedTrajectory trajectory) {
      taker.accept(trajectory);
    }

    @Override
    public void note(String line) {
      // A remark about a record that is used: replay shows it.
    }

    @Override
    public void rejected(String line) {
      unusable.take(line, file);
    }

    @Override
    public void refused(String line) {
      unusable.take(line, file);
    }
  }
}
