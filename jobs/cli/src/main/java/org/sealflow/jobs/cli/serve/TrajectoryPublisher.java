package org.sealflow.jobs.cli.serve;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.live.Causes;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.serve.session.TrajectorySink;

/**
 * Puts events on the topic {@code trajectories} from a thread of its own, so that nobody who plays
 * waits for the broker. Once the broker fails, or falls behind by a full queue, nothing more is
 * recorded, which is said once.
 */
final class TrajectoryPublisher implements TrajectorySink, AutoCloseable {
  private static final int MOST_WAITING = 1 << 16;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Publisher publisher;
  private final PrintWriter complaints;
  private final Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
  private final BlockingQueue<Consumer<Publisher>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean failed = new AtomicBoolean();
  private final Thread writer = new Thread(this::write, "trajectories");
  private volatile boolean closing;

  /**
   * Begins to publish.
   *
   * @param publisher used by this object alone and closed with it
   * @param complaints where it is said that nothing more is recorded
   */
  TrajectoryPublisher(Publisher publisher, PrintWriter complaints) {
    this.publisher = publisher;
    this.complaints = complaints;
  }

  TrajectoryPublisher started() {
    writer.setDaemon(true);
    writer.start();
    return this;
  }

  @Override
  public boolean take(TrajectoryEvent event) {
    if (failed.get()) {
      return true;
    }
    byte[] key = event.getEpisodeId().getBytes(StandardCharsets.UTF_8);
    if (!Topic.TRAJECTORIES.holds(key, encoded(event))) {
      return false;
    }
    send(
        to -> {
          boolean unused = to.event(event);
        });
    return true;
  }

  /** Publishes the plan of a batch behind the events taken so far. */
  void plan(BatchManifest manifest) {
    if (!failed.get()) {
      send(to -> to.batch(manifest));
    }
  }

  private void send(Consumer<Publisher> message) {
    if (!waiting.offer(message)) {
      fail("the broker is " + MOST_WAITING + " events behind");
    }
  }

  private synchronized byte[] encoded(TrajectoryEvent event) {
    return codec.encode(event);
  }

  private void write() {
    try {
      while (!closing || !waiting.isEmpty()) {
        Consumer<Publisher> message = waiting.poll(100, TimeUnit.MILLISECONDS);
        if (message != null && !failed.get()) {
          message.accept(publisher);
        }
      }
      if (!failed.get()) {
        publisher.flush();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException broken) {
      fail(Causes.oneLine(broken.getMessage()));
    }
  }

  private void fail(String why) {
    if (failed.compareAndSet(false, true)) {
      complaints.println("sealflow: no more episodes are recorded, they are played on: " + why);
      complaints.flush();
    }
    waiting.clear();
  }

  /** Sends what waits, within ten seconds. */
  @Override
  public void close() {
    closing = true;
    try {
      writer.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    publisher.close();
  }
}
