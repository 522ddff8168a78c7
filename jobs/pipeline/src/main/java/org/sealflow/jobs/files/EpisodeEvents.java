package org.sealflow.jobs.files;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Sampling;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;

/** Makes the events of a recorded trajectory, as a rollout would have emitted them. */
public final class EpisodeEvents {
  private EpisodeEvents() {}

  /**
   * The events in order.
   *
   * @param episodeId the id under which the episode is verified
   * @param taskDigest digest of its task
   * @param source where it was read
   * @param now the time all events carry
   */
  public static List<TrajectoryEvent> of(
      RecordedEpisode episode,
      String episodeId,
      String taskDigest,
      RecordedSource source,
      ReadSettings settings,
      Instant now) {
    EpisodeAttempt attempt = new EpisodeAttempt(settings.runId(), episodeId, 0);
    List<TrajectoryEvent> events = new ArrayList<>();
    events.add(
        TrajectoryEvents.started(attempt, now, started(episode, taskDigest, source, settings)));
    for (int turn = 0; turn < episode.turns().size(); turn++) {
      List<RecordedEpisode.Step> steps = episode.turns().get(turn);
      for (int step = 0; step < steps.size(); step++) {
        AssistantStep payload = step(turn, step, steps.get(step));
        events.add(TrajectoryEvents.step(attempt, events.size(), now, payload));
      }
      events.add(TrajectoryEvents.turnEnded(attempt, events.size(), now, turn));
    }
    String error = episode.inferenceError();
    EndReason reason = error == null ? EndReason.COMPLETED : EndReason.INFERENCE_ERROR;
    events.add(TrajectoryEvents.ended(attempt, events.size(), now, reason, error));
    return events;
  }

  private static EpisodeStarted started(
      RecordedEpisode episode, String taskDigest, RecordedSource source, ReadSettings settings) {
    String model = episode.modelName();
    String asOf = episode.asOfDate();
    return EpisodeStarted.newBuilder()
        .setTaskId(episode.taskId())
        .setTaskDigest(taskDigest)
        .setGroupId(episode.taskId())
        .setSampleIndex(0)
        .setGroupSize(1)
        .setMode(Mode.EVAL)
        .setArm(Arm.HOLDOUT)
        .setAsOfDate(asOf == null ? settings.asOfDate() : asOf)
        .setToolEnforcement(settings.toolEnforcement())
        .setSampling(Sampling.newBuilder().build())
        .setModelName(model == null || model.isEmpty() ? settings.modelName() : model)
        .setSource(source)
        .build();
  }

  private static AssistantStep step(int turn, int index, RecordedEpisode.Step step) {
    return AssistantStep.newBuilder()
        .setTurn(turn)
        .setStep(index)
        .setText(step.text())
        .setToolCalls(step.calls())
        .setUndecodable(step.undecodable())
        .build();
  }
}
