package org.sealflow.schemas;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes valid trajectory events. Each method throws {@link IllegalArgumentException} where the
 * event would be invalid, naming every problem; times are cut to the millisecond, as the wire
 * carries no more.
 */
public final class TrajectoryEvents {
  private TrajectoryEvents() {}

  /** The first event of an attempt, sequence 0. */
  public static TrajectoryEvent started(
      EpisodeAttempt attempt, Instant eventTime, EpisodeStarted payload) {
    TrajectoryEvent event = event(attempt, 0, eventTime, EventKind.EPISODE_STARTED);
    event.setEpisodeStarted(payload);
    return Records.valid(event);
  }

  /** The policy answered. */
  public static TrajectoryEvent step(
      EpisodeAttempt attempt, int sequence, Instant eventTime, AssistantStep payload) {
    TrajectoryEvent event = event(attempt, sequence, eventTime, EventKind.ASSISTANT_STEP);
    event.setAssistantStep(payload);
    return Records.valid(event);
  }

  /** The environment answered a step. */
  public static TrajectoryEvent results(
      EpisodeAttempt attempt, int sequence, Instant eventTime, ToolResults payload) {
    TrajectoryEvent event = event(attempt, sequence, eventTime, EventKind.TOOL_RESULTS);
    event.setToolResults(payload);
    return Records.valid(event);
  }

  /** A simulated user acted. */
  public static TrajectoryEvent userStep(
      EpisodeAttempt attempt, int sequence, Instant eventTime, UserStep payload) {
    TrajectoryEvent event = event(attempt, sequence, eventTime, EventKind.USER_STEP);
    event.setUserStep(payload);
    return Records.valid(event);
  }

  /** A turn is over. */
  public static TrajectoryEvent turnEnded(
      EpisodeAttempt attempt, int sequence, Instant eventTime, int turn) {
    TrajectoryEvent event = event(attempt, sequence, eventTime, EventKind.TURN_ENDED);
    event.setTurnEnded(new TurnEnded(turn));
    return Records.valid(event);
  }

  /**
   * The attempt is over.
   *
   * @param message what happened, one line for people; null if the reason says it all
   */
  public static TrajectoryEvent ended(
      EpisodeAttempt attempt,
      int sequence,
      Instant eventTime,
      EndReason reason,
      @Nullable String message) {
    return ended(attempt, sequence, eventTime, new EpisodeEnded(reason, message, null));
  }

  /** The attempt is over. */
  public static TrajectoryEvent ended(
      EpisodeAttempt attempt, int sequence, Instant eventTime, EpisodeEnded payload) {
    TrajectoryEvent event = event(attempt, sequence, eventTime, EventKind.EPISODE_ENDED);
    event.setEpisodeEnded(payload);
    return Records.valid(event);
  }

  private static TrajectoryEvent event(
      EpisodeAttempt attempt, int sequence, Instant eventTime, EventKind kind) {
    TrajectoryEvent event = new TrajectoryEvent();
    event.setRunId(attempt.runId());
    event.setEpisodeId(attempt.episodeId());
    event.setAttempt(attempt.attempt());
    event.setSequence(sequence);
    event.setEventTime(eventTime.truncatedTo(ChronoUnit.MILLIS));
    event.setKind(kind);
    return event;
  }
}
