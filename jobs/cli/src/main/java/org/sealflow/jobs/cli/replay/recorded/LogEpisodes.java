package org.sealflow.jobs.cli.replay.recorded;

import java.time.Instant;
import java.util.List;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.live.LogEvents;
import org.sealflow.review.live.LogTaskRecords;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;

/** Logs of any agent as episodes of a run, numbered as they come. */
public final class LogEpisodes {
  /** The name of a model that no log tells. */
  public static final String MODEL_NAME = "agent";

  private final String run;
  private final String modelName;
  private final LogTaskRecords tasks = new LogTaskRecords();
  private long ordinal;

  public LogEpisodes(String run, String modelName) {
    this.run = run;
    this.modelName = modelName;
  }

  /** Takes the task of a record up among the records of tasks. */
  Task task(RecordedTrajectory trajectory) {
    return tasks.task(trajectory.tools());
  }

  List<TaskRecord> tasks() {
    return tasks.records();
  }

  /** The events of the next record. */
  List<TrajectoryEvent> events(RecordedTrajectory trajectory, Instant now) {
    Task task = task(trajectory);
    RecordedSource source = source(trajectory, ordinal++);
    String id = run + "/" + source.getOrdinal() + "/" + trajectory.id();
    EpisodeStarted started =
        EpisodeStarted.newBuilder()
            .setTaskId(task.getTaskId())
            .setTaskDigest(task.getDigest())
            .setGroupId(id)
            .setSampleIndex(0)
            .setGroupSize(1)
            .setMode(Mode.EVAL)
            .setArm(Arm.HOLDOUT)
            .setToolEnforcement(false)
            .setSampling(Sampling.newBuilder().build())
            .setModelName(modelName)
            .setSource(source)
            .build();
    return LogEvents.of(new EpisodeAttempt(run, id, 0), started, trajectory, now);
  }

  /** Places are written {@code file:line}, or {@code file#number} in a document. */
  private static RecordedSource source(RecordedTrajectory trajectory, long ordinal) {
    String place = trajectory.source();
    int cut = Math.max(place.lastIndexOf(':'), place.lastIndexOf('#'));
    String number = cut > 0 ? place.substring(cut + 1) : "";
    boolean numbered = number.matches("\\d{1,18}");
    return new RecordedSource(
        numbered ? place.substring(0, cut) : place,
        numbered ? Long.parseLong(number) : ordinal + 1,
        ordinal,
        trajectory.id(),
        0L);
  }
}
