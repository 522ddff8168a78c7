package org.sealflow.jobs.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.live.OutageTeller;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Reads tasks, trajectories and what learners made of them from topics, first what is there, then
 * what comes. Records that cannot be read are passed over: the jobs turn them into dead letters. A
 * broker that is away is waited for, which is said once; what was read stays.
 */
public final class InspectedTopics implements AutoCloseable {
  private final InspectedRuns runs;
  private final OutageTeller outages;
  private final List<Reading<?>> readings = new ArrayList<>();
  private final List<Thread> following = new ArrayList<>();
  private final AtomicBoolean failed = new AtomicBoolean();

  /** A topic that is being read. */
  private static final class Reading<T extends SpecificRecordBase> {
    private final TopicReader reader;
    private final Codec<T> codec;
    private final Consumer<T> taker;

    Reading(Connection broker, Topic topic, Class<T> type, Consumer<T> taker) {
      reader = TopicReader.open(broker, topic, StartPosition.earliest());
      codec = Codec.of(type);
      this.taker = taker;
    }

    boolean take(byte @Nullable [] value) {
      if (value != null) {
        try {
          taker.accept(codec.decode(value));
        } catch (UndecodableRecordException passedOver) {
          return true;
        }
      }
      return true;
    }
  }

  /**
   * Reads what is on the topics.
   *
   * @param run the run wanted; null for all
   * @throws org.sealflow.jobs.settings.UserError if there are no such topics, or the broker does
   *     not answer
   */
  public InspectedTopics(Connection broker, @Nullable String run, InspectedRuns runs) {
    this.runs = runs;
    this.outages = new OutageTeller(broker, runs::tell);
    try {
      read(new Reading<>(broker, Topic.TASKS, TaskRecord.class, runs::task));
      read(
          new Reading<>(
              broker,
              Topic.TRAINING_METRICS,
              TrainingStep.class,
              step -> wanted(run, step.getRunId(), () -> runs.step(step))));
      read(
          new Reading<>(
              broker,
              Topic.TRAINING_BATCHES,
              TrainingSample.class,
              sample -> wanted(run, sample.getRunId(), () -> runs.sample(sample))));
      read(
          new Reading<>(
              broker,
              Topic.TRAJECTORIES,
              TrajectoryEvent.class,
              event -> wanted(run, event.getRunId(), () -> runs.event(event))));
      runs.tellWaiting();
    } catch (RuntimeException unreadable) {
      close();
      throw unreadable;
    }
  }

  private static void wanted(@Nullable String run, String found, Runnable taken) {
    if (run == null || run.equals(found)) {
      taken.run();
    }
  }

  private void read(Reading<?> reading) {
    readings.add(reading);
    reading.reader.readToEnd(message -> reading.take(message.value()));
  }

  /** Goes on reading what comes, each topic on a thread of its own, until this is closed. */
  public void follow() {
    for (Reading<?> reading : readings) {
      Thread thread = new Thread(() -> follow(reading), "inspected-topic");
      thread.setDaemon(true);
      following.add(thread);
      thread.start();
    }
  }

  /** With one topic unread, the others would show half of what happens, so they end too. */
  private void follow(Reading<?> reading) {
    try {
      reading.reader.follow(message -> reading.take(message.value()), outages);
    } catch (RuntimeException broken) {
      if (failed.compareAndSet(false, true)) {
        runs.tell(
            "nothing new is read of the topics any more, what was read stays: "
                + Causes.oneLine(broken.getMessage()));
        readings.forEach(each -> each.reader.stop());
      }
    }
  }

  @Override
  public void close() {
    readings.forEach(reading -> reading.reader.stop());
    for (Thread thread : following) {
      try {
        thread.join();
      } catch (InterruptedException stopping) {
        Thread.currentThread().interrupt();
      }
    }
    readings.forEach(reading -> reading.reader.close());
  }
}
