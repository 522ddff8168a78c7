package org.sealflow.rollout;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;

/** Writes the events of one attempt: each takes the next sequence number and the time it is. */
final class AttemptLog {
  private final EpisodeAttempt attempt;
  private final Clock clock;
  private int sequence;

  AttemptLog(EpisodeAttempt attempt, Clock clock) {
    this.attempt = attempt;
    this.clock = clock;
  }

  TrajectoryEvent started(EpisodeStarted header) {
    if (sequence != 0) {
      throw new IllegalStateException("the attempt has begun already");
    }
    sequence = 1;
    return TrajectoryEvents.started(attempt, now(), header);
  }

  TrajectoryEvent step(AssistantStep step) {
    return TrajectoryEvents.step(attempt, sequence++, now(), step);
  }

  TrajectoryEvent results(ToolResults results) {
    return TrajectoryEvents.results(attempt, sequence++, now(), results);
  }

  TrajectoryEvent userStep(UserStep step) {
    return TrajectoryEvents.userStep(attempt, sequence++, now(), step);
  }

  TrajectoryEvent turnEnded(int turn) {
    return TrajectoryEvents.turnEnded(attempt, sequence++, now(), turn);
  }

  TrajectoryEvent ended(EndReason reason, @Nullable String message) {
    return TrajectoryEvents.ended(attempt, sequence++, now(), reason, message);
  }

  /** The sequence number of the next event. */
  int next() {
    return sequence;
  }

  /** Takes back the events from a number on: they were not sent. */
  void backTo(int earlier) {
    sequence = earlier;
  }

  private Instant now() {
    return clock.instant();
  }
}
