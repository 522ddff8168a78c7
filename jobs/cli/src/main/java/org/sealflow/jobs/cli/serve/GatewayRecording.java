package org.sealflow.jobs.cli.serve;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.cli.job.RolloutTopics;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TopicUse;
import org.sealflow.schemas.Topic;
import org.sealflow.serve.gateway.BoundEpisodes;
import org.sealflow.serve.gateway.ConversationFile;
import org.sealflow.serve.gateway.ConversationListeners;
import org.sealflow.serve.session.Placements;
import org.sealflow.serve.session.RecordedEpisodes;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.TrainingBatches;
import org.sealflow.serve.session.TrajectorySink;

/** Where a gateway's conversations go. Closed after the recorder. */
final class GatewayRecording implements AutoCloseable {
  private final List<ConversationListeners> listeners = new ArrayList<>();
  private final Deque<Closeable> ends = new ArrayDeque<>();

  /** Who hears of conversations. */
  List<ConversationListeners> listeners() {
    return List.copyOf(listeners);
  }

  /**
   * Appends every conversation to a file.
   *
   * @throws IOException if it cannot be written
   */
  void toFile(Path file) throws IOException {
    ConversationFile opened = ConversationFile.open(file);
    ends.push(opened);
    listeners.add(opened);
  }

  /**
   * How conversations that name tasks are recorded.
   *
   * @param environment the environment's name
   * @param runId the run
   * @param asOf today as tools see it; null for the day
   * @param training how they become batches of a learner; null for evaluations
   */
  record Bound(
      String environment,
      TaskFolder tasks,
      String runId,
      @Nullable LocalDate asOf,
      GatewayTraining.@Nullable Plan training) {}

  /**
   * Appends the events of conversations that name a task to a file.
   *
   * @throws IOException if it cannot be written
   */
  void eventsToFile(Path file, Bound bound) throws IOException {
    EventFile events = EventFile.open(file);
    ends.push(events);
    listeners.add(episodes(bound, events, null));
  }

  /**
   * Publishes the events of conversations that name a task; the broker is closed with this object.
   *
   * @param complaints where it is said that nothing more is recorded
   */
  void eventsTo(Connection broker, Bound bound, PrintWriter complaints) {
    ends.push(broker::close);
    GatewayTraining.Plan training = bound.training();
    TopicUse episodes = TopicUse.writing(Topic.TASKS, Topic.TRAJECTORIES);
    RolloutTopics.prepare(
        broker,
        bound.tasks(),
        training == null ? episodes : episodes.and(TopicUse.writing(Topic.ROLLOUT_BATCHES)));
    TrajectoryPublisher publisher =
        new TrajectoryPublisher(Publisher.open(broker), complaints).started();
    ends.push(publisher::close);
    TrainingBatches batches =
        training == null
            ? null
            : new TrainingBatches(
                bound.runId(),
                training.batchGroups(),
                GatewayTraining.nextBatch(broker, bound.runId()),
                Clock.systemUTC(),
                publisher::plan);
    listeners.add(episodes(bound, publisher, batches));
  }

  private static BoundEpisodes episodes(
      Bound bound, TrajectorySink sink, @Nullable TrainingBatches batches) {
    Clock clock = Clock.systemUTC();
    // Tells the episodes of a run that is served again from those before.
    String series = bound.runId() + "/" + Long.toString(clock.millis(), Character.MAX_RADIX);
    return new BoundEpisodes(
        new ServedTasks(
            bound.environment(),
            bound.tasks(),
            Map.of(),
            bound.asOf(),
            clock,
            () -> ThreadLocalRandom.current().nextInt(),
            placements(bound, series),
            new RecordedEpisodes(bound.runId(), series, sink, clock, batches)));
  }

  private static Placements placements(Bound bound, String series) {
    GatewayTraining.Plan training = bound.training();
    return training == null ? Placements.strict() : training.placements(series);
  }

  /** Writes what is not written yet. */
  @Override
  public void close() {
    try {
      while (!ends.isEmpty()) {
        ends.pop().close();
      }
    } catch (IOException unwritten) {
      throw new UncheckedIOException(unwritten);
    }
  }
}
