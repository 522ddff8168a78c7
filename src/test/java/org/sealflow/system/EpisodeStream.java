package org.sealflow.system;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.schemas.TrajectoryEvent;

/** Episodes that are published in the background, at an even pace. */
final class EpisodeStream implements AutoCloseable {
  private static final long LONGEST_SECONDS = 120;

  private final Set<String> begun = new HashSet<>();
  private final CompletableFuture<Void> sending;
  private volatile boolean finishing;
  private volatile boolean stopped;

  private EpisodeStream(
      Connection topics, Iterator<List<TrajectoryEvent>> episodes, Duration interval) {
    RollingEpisodes events = new RollingEpisodes(new UntilFinishing(episodes));
    this.sending =
        CompletableFuture.runAsync(
            () -> send(topics, events, interval), EpisodeStream::inBackground);
  }

  /**
   * Begins to publish.
   *
   * @param interval the time between two events
   */
  static EpisodeStream start(
      Connection topics, Iterator<List<TrajectoryEvent>> episodes, Duration interval) {
    return new EpisodeStream(topics, episodes, interval);
  }

  private static void inBackground(Runnable work) {
    Thread thread = new Thread(work, "publisher");
    thread.setDaemon(true);
    thread.start();
  }

  private void send(Connection topics, RollingEpisodes events, Duration interval) {
    try (Publisher publisher = Publisher.open(topics)) {
      while (!stopped && events.hasNext()) {
        TrajectoryEvent event = events.next();
        synchronized (begun) {
          begun.add(event.getEpisodeId());
        }
        publisher.event(event);
        LockSupport.parkNanos(interval.toNanos());
      }
      publisher.flush();
    }
  }

  /** The episodes of which an event was published. */
  Set<String> begun() {
    synchronized (begun) {
      return Set.copyOf(begun);
    }
  }

  /** Whether events are still being published. */
  boolean isSending() {
    return !sending.isDone();
  }

  /** Waits until everything is published. */
  void end() throws Exception {
    sending.get(LONGEST_SECONDS, TimeUnit.SECONDS);
  }

  /** Begins no further episode and waits until those that have begun are published whole. */
  void finish() throws Exception {
    finishing = true;
    end();
  }

  @Override
  public void close() {
    stopped = true;
    sending.exceptionally(failed -> null).join();
  }

  private final class UntilFinishing implements Iterator<List<TrajectoryEvent>> {
    private final Iterator<List<TrajectoryEvent>> episodes;

    UntilFinishing(Iterator<List<TrajectoryEvent>> episodes) {
      this.episodes = episodes;
    }

    @Override
    public boolean hasNext() {
      return !finishing && episodes.hasNext();
    }

    /** After {@link #hasNext} said so, even if it would not any more. */
    @Override
    public List<TrajectoryEvent> next() {
      return episodes.next();
    }
  }
}
