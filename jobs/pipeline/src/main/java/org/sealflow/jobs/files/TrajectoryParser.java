package org.sealflow.jobs.files;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.environment.TaskFolder;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Makes events of the lines of recorded trajectories. An episode is named after its run, its place
 * in the input and its own id, so that reading the same input again in one run names the same
 * episodes.
 */
public final class TrajectoryParser {
  private final ReadSettings settings;
  private final TaskFolder tasks;

  public TrajectoryParser(ReadSettings settings, TaskFolder tasks) {
    this.settings = settings;
    this.tasks = tasks;
  }

  /**
   * The events of a line; none if it is no trajectory of a known task.
   *
   * @param now the time all events carry
   * @param turnedAway gets the line that is none
   */
  public List<TrajectoryEvent> parse(InputLine line, Instant now, Consumer<Failure> turnedAway) {
    RecordedEpisode episode;
    try {
      episode = RecordedLines.read(line, settings);
    } catch (UnreadableRecordException unreadable) {
      String reason = String.valueOf(unreadable.getMessage());
      turnedAway.accept(failure(line, "", reason, "mend the line, or leave it out", now));
      return List.of();
    }
    if (!tasks.contains(episode.taskId())) {
      String reason = "task " + episode.taskId() + " is not in the task directory";
      String remedy = "give the directory that holds the task with --tasks";
      turnedAway.accept(failure(line, episode.id(), reason, remedy, now));
      return List.of();
    }
    return EpisodeEvents.of(
        episode,
        settings.runId() + "/" + line.ordinal() + "/" + episode.id(),
        tasks.digest(episode.taskId()),
        source(line, episode.id()),
        settings,
        now);
  }

  private static RecordedSource source(InputLine line, String recordId) {
    return new RecordedSource(line.file(), line.line(), line.ordinal(), recordId, line.endOffset());
  }

  private static Failure failure(
      InputLine line, String recordId, String reason, String remedy, Instant now) {
    Failure failure =
        Failures.ofLine(
            new Complaint(Boundary.PARSE, reason, remedy),
            now,
            source(line, recordId),
            line.content());
    if (line.tooLong()) {
      failure.setOriginalLength(line.length());
      failure.setOriginalSha256(line.sha256());
    }
    return failure;
  }
}
