package org.sealflow.jobs.bench.stream;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.Diagnoser;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.jobs.files.EpisodeEvents;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.verify.EndedEpisode;
import org.sealflow.verify.EndedTurn;
import org.sealflow.verify.EpisodeRun;
import org.sealflow.verify.Verified;

/**
 * A trajectory as the job sees it: its events, and the diagnoses each event leads to.
 *
 * @param recordId id of the recorded trajectory
 * @param events in order, under the episode id they were made with; copies get ids of its length
 * @param diagnoses per event the diagnoses the job writes when it comes, encoded
 */
public record EpisodeTemplate(
    String recordId, List<TrajectoryEvent> events, List<List<byte[]>> diagnoses) {
  private static final Instant TIME = Instant.parse("2026-01-15T12:00:00Z");

  /**
   * Makes the events of a trajectory and runs the operators' cores over them.
   *
   * @param mode what the episode is for; where it is for training, a policy of version 0 plays it
   *     in batch 0, in a group with all copies of the trajectory
   */
  static EpisodeTemplate of(Trajectory trajectory, String episodeId, Mode mode) {
    String recordId = trajectory.episode().id();
    List<TrajectoryEvent> events =
        EpisodeEvents.of(
            trajectory.episode(),
            episodeId,
            trajectory.taskDigest(),
            new RecordedSource("bench", 1L, 0L, recordId, 0L),
            reading(trajectory),
            TIME);
    EpisodeStarted header = requireNonNull(events.get(0).getEpisodeStarted());
    if (mode == Mode.TRAIN) {
      planForTraining(events, header);
    }
    EpisodeRun run = new EpisodeRun(trajectory.task(), header, false);
    Codec<Diagnosis> codec = Codec.of(Diagnosis.class);
    List<List<byte[]>> diagnoses = new ArrayList<>();
    for (TrajectoryEvent event : events) {
      List<byte[]> led = new ArrayList<>();
      for (Verified verified : verified(run, event)) {
        led.add(codec.encode(Diagnoser.diagnose(verified)));
      }
      diagnoses.add(led);
    }
    return new EpisodeTemplate(recordId, events, diagnoses);
  }

  private static void planForTraining(List<TrajectoryEvent> events, EpisodeStarted header) {
    header.setMode(Mode.TRAIN);
    header.setBatchNumber(0L);
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        step.setPolicyVersion(0L);
      }
    }
  }

  private static ReadSettings reading(Trajectory trajectory) {
    return new ReadSettings(
        RecordedFormat.CALLS,
        StepDecoder.AUTO,
        trajectory.asOf().toString(),
        trajectory.modelName(),
        false,
        "bench");
  }

  private static List<Verified> verified(EpisodeRun run, TrajectoryEvent event) {
    List<Verified> verified = new ArrayList<>();
    EndedTurn turn = run.accept(event);
    if (turn != null) {
      verified.add(verified(run, event, turn, null));
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      long endedAt = event.getEventTime().toEpochMilli();
      for (EndedTurn last : run.finish(endedAt)) {
        verified.add(verified(run, event, last, null));
      }
      verified.add(verified(run, event, null, run.ended(EndReason.COMPLETED, null, endedAt)));
    }
    return verified;
  }

  private static Verified verified(
      EpisodeRun run,
      TrajectoryEvent event,
      @Nullable EndedTurn turn,
      @Nullable EndedEpisode episode) {
    return new Verified(
        event.getEpisodeId(),
        event.getAttempt(),
        event.getRunId(),
        run.header(),
        run.category(),
        turn == null ? null : turn.facts(),
        turn == null ? null : turn.endedAt(),
        episode);
  }
}
