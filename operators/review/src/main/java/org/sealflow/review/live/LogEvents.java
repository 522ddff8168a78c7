package org.sealflow.review.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;

/**
 * Makes the events of a log: each reply of the model is a turn of one step, for people to watch;
 * the record, by which the episode is diagnosed, comes with its end.
 */
public final class LogEvents {
  private LogEvents() {}

  /**
   * The events in order.
   *
   * @param now the time all events carry
   */
  public static List<TrajectoryEvent> of(
      EpisodeAttempt attempt, EpisodeStarted started, RecordedTrajectory trajectory, Instant now) {
    List<TrajectoryEvent> events = new ArrayList<>();
    events.add(TrajectoryEvents.started(attempt, now, started));
    int turn = 0;
    for (RecordedMessage message : trajectory.messages()) {
      if (message.speaker() == Speaker.USER) {
        UserStep said = new UserStep(turn, message.text(), List.of(), List.of());
        events.add(TrajectoryEvents.userStep(attempt, events.size(), now, said));
      } else if (message.speaker() == Speaker.MODEL) {
        add(events, attempt, now, turn, message);
        turn++;
      }
    }
    EpisodeEnded ended = new EpisodeEnded(EndReason.COMPLETED, null, RecordText.of(trajectory));
    events.add(TrajectoryEvents.ended(attempt, events.size(), now, ended));
    return events;
  }

  private static void add(
      List<TrajectoryEvent> events,
      EpisodeAttempt attempt,
      Instant now,
      int turn,
      RecordedMessage reply) {
    AssistantStep step =
        AssistantStep.newBuilder()
            .setTurn(turn)
            .setStep(0)
            .setText(reply.text())
            .setToolCalls(reply.calls().stream().map(ReviewedReply::text).toList())
            .build();
    events.add(TrajectoryEvents.step(attempt, events.size(), now, step));
    List<ToolResult> results = new ArrayList<>();
    for (RecordedCall call : reply.calls()) {
      results.add(new ToolResult(call.result() == null ? null : call.result().text(), null));
    }
    if (!results.isEmpty()) {
      ToolResults told = new ToolResults(turn, 0, results, null);
      events.add(TrajectoryEvents.results(attempt, events.size(), now, told));
    }
    events.add(TrajectoryEvents.turnEnded(attempt, events.size(), now, turn));
  }
}
