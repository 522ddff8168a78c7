package org.sealflow.jobs.live;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecordBase;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.OutageListener;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Follows a topic on a thread of its own while a command does something else. Records that cannot
 * be read are passed over: the jobs turn them into failures. A broker that does not answer is
 * waited for: the jobs, which do the work, decide how long is too long.
 */
public final class TopicFollower implements AutoCloseable {
  private final TopicReader reader;
  private final CompletableFuture<Void> reading;

  private TopicFollower(TopicReader reader, CompletableFuture<Void> reading) {
    this.reader = reader;
    this.reading = reading;
  }

  /**
   * Begins to follow a topic; records are handed on one at a time, from another thread.
   *
   * @param outages hears of the broker's outages, from that thread
   * @throws org.sealflow.jobs.settings.UserError if the topic does not exist, or the broker does
   *     not answer
   */
  public static <T extends SpecificRecordBase> TopicFollower open(
      Connection connection,
      Topic topic,
      StartPosition from,
      Class<T> recordClass,
      Consumer<T> taker,
      OutageListener outages) {
    TopicReader reader = TopicReader.open(connection, topic, from);
    Codec<T> codec = Codec.of(recordClass);
    CompletableFuture<Void> reading =
        CompletableFuture.runAsync(
            () -> {
              try (reader) {
                reader.follow(
                    message -> {
                      take(message.value(), codec, taker);
                      return true;
                    },
                    outages);
              }
            },
            task -> start(task, "follow-" + topic.baseName()));
    return new TopicFollower(reader, reading);
  }

  private static void start(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static <T extends SpecificRecordBase> void take(
      byte[] value, Codec<T> codec, Consumer<T> taker) {
    if (value == null) {
      return;
    }
    T record;
    try {
      record = codec.decode(value);
    } catch (UndecodableRecordException passedOver) {
      return;
    }
    taker.accept(record);
  }

  /**
   * Makes what reading stumbled over known.
   *
   * @throws RuntimeException the failure of the thread that reads
   */
  public void requireReading() {
    if (reading.isCompletedExceptionally()) {
      try {
        reading.join();
      } catch (CompletionException failed) {
        throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
      }
    }
  }

  /** Stops reading and waits until it has stopped. */
  @Override
  public void close() {
    reader.stop();
    reading.exceptionally(alreadyKnown -> null).join();
  }
}
