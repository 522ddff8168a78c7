package org.sealflow.jobs.report.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Puts the events of episodes together. Of several attempts the highest one counts until one has
 * ended, and that one from then on; repeated events change nothing.
 */
public final class GatheredEvents {
  private final BiConsumer<String, List<TrajectoryEvent>> whole;
  private final Map<String, List<TrajectoryEvent>> open = new HashMap<>();
  private final Set<String> ended = new HashSet<>();

  /** Nothing yet; {@code whole} takes each episode with its events in order. */
  public GatheredEvents(BiConsumer<String, List<TrajectoryEvent>> whole) {
    this.whole = whole;
  }

  /** Takes an event; those of one attempt come in any order, its end last. */
  public void take(TrajectoryEvent event) {
    String id = event.getEpisodeId();
    if (ended.contains(id)) {
      return;
    }
    List<TrajectoryEvent> events = open.computeIfAbsent(id, begun -> new ArrayList<>());
    if (!events.isEmpty() && event.getAttempt() > events.get(0).getAttempt()) {
      events.clear();
    }
    if (events.isEmpty() || isNew(event, events)) {
      events.add(event);
    }
    if (event.getKind() == EventKind.EPISODE_ENDED) {
      ended.add(id);
      open.remove(id);
      handOn(id, events);
    }
  }

  private static boolean isNew(TrajectoryEvent event, List<TrajectoryEvent> events) {
    return event.getAttempt() == events.get(0).getAttempt()
        && events.stream().noneMatch(known -> known.getSequence() == event.getSequence());
  }

  /** Hands on the episodes that have no end: no more events come. */
  public void end() {
    open.forEach(this::handOn);
    open.clear();
    ended.clear();
  }

  private void handOn(String id, List<TrajectoryEvent> events) {
    events.sort(Comparator.comparingInt(TrajectoryEvent::getSequence));
    if (events.get(0).getEpisodeStarted() != null) {
      whole.accept(id, events);
    }
  }
}
