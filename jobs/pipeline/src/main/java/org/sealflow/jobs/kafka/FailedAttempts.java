package org.sealflow.jobs.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Gathers the events of attempts that verification gave up, out of all there are in their topic,
 * and numbers each attempt as the next at its episode.
 */
final class FailedAttempts {
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
  private final Map<Episode, Wanted> wanted = new LinkedHashMap<>();

  private record Episode(String runId, String episodeId) {
    static Episode of(TrajectoryEvent event) {
      return new Episode(event.getRunId(), event.getEpisodeId());
    }
  }

  private static final class Wanted {
    private final NavigableMap<Integer, TrajectoryEvent> events = new TreeMap<>();
    private final List<RecordPosition> failures = new ArrayList<>();
    private int attempt;
    private int requeues;
    private int newest;
  }

  /**
   * The decision about an attempt.
   *
   * @param events its events in order, under the next number; none if there is an obstacle
   * @param requeues how often its input has been sent again, this time included
   * @param failures where the failures of the attempt are
   * @param obstacle why it is left out; null if it is not
   */
  record Answer(
      List<TrajectoryEvent> events,
      int requeues,
      List<RecordPosition> failures,
      FailureRequeue.@Nullable LeftOut obstacle) {}

  boolean isEmpty() {
    return wanted.isEmpty();
  }

  /**
   * Wants the attempt of an event; of several attempts at an episode the last.
   *
   * @param failure where the failure is that holds the event
   */
  void want(TrajectoryEvent event, int requeues, RecordPosition failure) {
    Wanted attempt = wanted.computeIfAbsent(Episode.of(event), episode -> new Wanted());
    attempt.attempt = Math.max(attempt.attempt, event.getAttempt());
    attempt.requeues = Math.max(attempt.requeues, requeues);
    attempt.failures.add(failure);
  }

  /** Takes a record of the topic; what is not an event of a wanted attempt changes nothing. */
  void take(byte @Nullable [] message) {
    TrajectoryEvent event = decoded(message);
    Wanted attempt = event == null ? null : wanted.get(Episode.of(event));
    if (event == null || attempt == null) {
      return;
    }
    attempt.newest = Math.max(attempt.newest, event.getAttempt());
    if (event.getAttempt() == attempt.attempt) {
      attempt.events.put(event.getSequence(), event);
    }
  }

  private @Nullable TrajectoryEvent decoded(byte @Nullable [] message) {
    try {
      return message == null ? null : codec.decode(message);
    } catch (UndecodableRecordException unreadable) {
      return null;
    }
  }

  /** The decision about each attempt asked for, after the topic was read. */
  List<Answer> answers() {
    return wanted.values().stream().map(FailedAttempts::answer).toList();
  }

  private static Answer answer(Wanted attempt) {
    if (attempt.newest > attempt.attempt) {
      return leftOut(attempt, FailureRequeue.LeftOut.SUPERSEDED);
    }
    if (!isComplete(attempt.events)) {
      return leftOut(attempt, FailureRequeue.LeftOut.INCOMPLETE);
    }
    List<TrajectoryEvent> next = new ArrayList<>();
    for (TrajectoryEvent event : attempt.events.values()) {
      TrajectoryEvent numbered = TrajectoryEvent.newBuilder(event).build();
      numbered.setAttempt(attempt.attempt + 1);
      next.add(numbered);
    }
    return new Answer(next, attempt.requeues, attempt.failures, null);
  }

  private static Answer leftOut(Wanted attempt, FailureRequeue.LeftOut obstacle) {
    return new Answer(List.of(), 0, attempt.failures, obstacle);
  }

  private static boolean isComplete(NavigableMap<Integer, TrajectoryEvent> events) {
    return !events.isEmpty()
        && events.lastKey() == events.size() - 1
        && events.lastEntry().getValue().getKind() == EventKind.EPISODE_ENDED;
  }
}
