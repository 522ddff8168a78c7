package org.sealflow.jobs.bench.rollout;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Counts the events of a runner. An answer takes from the event before it, after which the policy
 * is asked, until its own; both are timed by the runner.
 */
final class AnswerCounter {
  private final AnswerTally tally;

  /** Episode under way → time of its last event, milliseconds since the epoch. */
  private final Map<String, Long> lastEvents = new HashMap<>();

  AnswerCounter(AnswerTally tally) {
    this.tally = tally;
  }

  /** Takes an event; those of an episode come in their order. */
  void take(TrajectoryEvent event) {
    long now = event.getEventTime().toEpochMilli();
    Long before = lastEvents.put(event.getEpisodeId(), now);
    if (event.getKind() == EventKind.ASSISTANT_STEP && before != null) {
      tally.add(new AnswerTally.Answer(now, now - before));
    }
    EpisodeEnded ended = event.getEpisodeEnded();
    if (ended != null) {
      lastEvents.remove(event.getEpisodeId());
      tally.ended(failure(ended));
    }
  }

  private static @Nullable String failure(EpisodeEnded ended) {
    return ended.getReason() == EndReason.COMPLETED
        ? null
        : ended.getReason() + ": " + ended.getMessage();
  }
}
