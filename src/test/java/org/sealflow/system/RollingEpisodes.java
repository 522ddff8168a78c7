package org.sealflow.system;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.sealflow.schemas.TrajectoryEvent;

/** The events of episodes of which some are always open: a new one begins where one ends. */
final class RollingEpisodes implements Iterator<TrajectoryEvent> {
  private static final int OPEN = 32;

  private final Iterator<List<TrajectoryEvent>> waiting;
  private final Deque<Iterator<TrajectoryEvent>> open = new ArrayDeque<>();

  RollingEpisodes(Iterator<List<TrajectoryEvent>> episodes) {
    this.waiting = episodes;
  }

  @Override
  public boolean hasNext() {
    return !open.isEmpty() || waiting.hasNext();
  }

  @Override
  public TrajectoryEvent next() {
    while (open.size() < OPEN && waiting.hasNext()) {
      open.addLast(waiting.next().iterator());
    }
    Iterator<TrajectoryEvent> episode = open.pollFirst();
    if (episode == null) {
      throw new NoSuchElementException();
    }
    TrajectoryEvent event = episode.next();
    if (episode.hasNext()) {
      open.addLast(episode);
    }
    return event;
  }
}
