package org.sealflow.jobs.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topic;

/**
 * Reads a topic without being a member of a group: it takes nothing from anybody and leaves nothing
 * behind. Records of one key come in their order. Records of transactions are read once they are
 * committed.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  /** A topic that is being created may take so long to be seen, of a broker of another process. */
  private static final Duration LONGEST_ABSENCE = Duration.ofSeconds(10);

  private static final OutageListener GIVING_UP =
      new OutageListener() {
        @Override
        public void began(UserError failure) {
          throw failure;
        }

        @Override
        public void ended() {}
      };

  private final Connection connection;
  private final String name;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> ends;

  private TopicReader(
      Connection connection,
      String name,
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends) {
    this.connection = connection;
    this.name = name;
    this.consumer = consumer;
    this.ends = ends;
  }

  /**
   * A reader that stands at the start given. Waits a moment for a topic that is just being created.
   *
   * @throws UserError if the topic does not exist, or the broker does not answer
   */
  public static TopicReader open(Connection connection, Topic topic, StartPosition from) {
    String name = connection.topics().name(topic);
    KafkaConsumer<byte[], byte[]> consumer = consumer(connection);
    try {
      List<TopicPartition> partitions = partitions(connection, name, consumer);
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, connection.patience());
      starts(connection, consumer, partitions, ends, from).forEach(consumer::seek);
      return new TopicReader(connection, name, consumer, ends);
    } catch (KafkaException e) {
      consumer.close();
      throw BrokerCalls.failed("read topic " + name, e);
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  private static KafkaConsumer<byte[], byte[]> consumer(Connection connection) {
    Map<String, Object> properties = new HashMap<>(connection.clientProperties());
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    // For records that go by age between looking for their offset and reading them.
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    try {
      return new KafkaConsumer<>(
          properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw connection.unusable(e);
    }
  }

  private static List<TopicPartition> partitions(
      Connection connection, String name, KafkaConsumer<byte[], byte[]> consumer) {
    Duration longest =
        connection.hosting() ? connection.patience() : atMost(LONGEST_ABSENCE, connection);
    long deadline = System.nanoTime() + longest.toNanos();
    while (true) {
      List<PartitionInfo> found = consumer.partitionsFor(name, connection.patience());
      if (found != null && !found.isEmpty()) {
        return found.stream().map(part -> new TopicPartition(name, part.partition())).toList();
      }
      if (System.nanoTime() > deadline) {
        throw new UserError(
            "no topic "
                + name
                + " on "
                + connection.bootstrapServers()
                + "; create the topics with `sealflow topics create`, or check --topic-prefix");
      }
      Pause.millis(100);
    }
  }

  private static Duration atMost(Duration longest, Connection connection) {
    Duration patience = connection.patience();
    return patience.compareTo(longest) < 0 ? patience : longest;
  }

  private static Map<TopicPartition, Long> starts(
      Connection connection,
      KafkaConsumer<byte[], byte[]> consumer,
      List<TopicPartition> partitions,
      Map<TopicPartition, Long> ends,
      StartPosition from) {
    return switch (from.kind()) {
      case EARLIEST -> consumer.beginningOffsets(partitions, connection.patience());
      case LATEST -> ends;
      case TIME -> {
        long time = from.epochMillis();
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, time));
        Map<TopicPartition, OffsetAndTimestamp> found =
            consumer.offsetsForTimes(times, connection.patience());
        Map<TopicPartition, Long> starts = new HashMap<>(ends);
        found.forEach(
            (partition, at) -> {
              if (at != null) {
                starts.put(partition, at.offset());
              }
            });
        yield starts;
      }
    };
  }

  /**
   * Where the topic ended when the reader was opened: the offset that the next record of a
   * partition got or gets.
   */
  public Map<TopicPartition, Long> ends() {
    return Map.copyOf(ends);
  }

  /**
   * Shows the visitor the records that were there when the reader was opened, until it answers
   * false. {@link #follow} goes on after them.
   *
   * @throws UserError if the broker stops answering
   */
  public void readToEnd(Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
    read(visitor, true, GIVING_UP);
    // Newer records may have been fetched with the last of these.
    ends.forEach(consumer::seek);
  }

  /**
   * Shows the visitor the records there are and those to come, until it answers false or {@link
   * #stop} is called.
   *
   * @throws UserError if the broker stops answering
   */
  public void follow(Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
    follow(visitor, GIVING_UP);
  }

  /**
   * Hands on records as they come. While the broker does not answer it waits, and then goes on with
   * the next record.
   *
   * @throws UserError if the broker refuses to be read, or the topic is gone
   */
  public void follow(Predicate<ConsumerRecord<byte[], byte[]>> visitor, OutageListener outages) {
    read(visitor, false, outages);
  }

  private void read(
      Predicate<ConsumerRecord<byte[], byte[]>> visitor, boolean bounded, OutageListener outages) {
    long longestSilence = atMost(LONGEST_SILENCE, connection).toNanos();
    long heard = System.nanoTime();
    boolean waiting = false;
    try {
      while (!(bounded && atEnd())) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        for (ConsumerRecord<byte[], byte[]> record : records) {
          if (!(bounded && beyondEnd(record)) && !visitor.test(record)) {
            return;
          }
        }
        if (records.isEmpty() && System.nanoTime() - heard <= longestSilence) {
          continue;
        }
        Optional<UserError> outage = records.isEmpty() ? outage() : Optional.empty();
        if (outage.isPresent() && !waiting) {
          outages.began(outage.get());
        } else if (outage.isEmpty() && waiting) {
          outages.ended();
        }
        waiting = outage.isPresent();
        heard = System.nanoTime();
      }
    } catch (WakeupException stopped) {
      // Asked for by stop().
    } catch (KafkaException e) {
      throw BrokerCalls.failed("read topic " + name, e);
    }
  }

  private boolean atEnd() {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey(), connection.patience()) >= end.getValue());
  }

  private boolean beyondEnd(ConsumerRecord<byte[], byte[]> record) {
    return record.offset()
        >= ends.getOrDefault(
            new TopicPartition(record.topic(), record.partition()), Long.MAX_VALUE);
  }

  /**
   * A consumer whose broker is gone just returns nothing, which looks like a quiet topic; so does
   * one whose topic is gone.
   *
   * @return empty if the broker answers
   * @throws UserError if the topic was deleted
   */
  private Optional<UserError> outage() {
    try {
      List<TopicPartition> partitions = partitions(connection, name, consumer);
      consumer.endOffsets(partitions, connection.patience().multipliedBy(2));
      return Optional.empty();
    } catch (TimeoutException e) {
      return Optional.of(
          new UserError(
              "the broker "
                  + connection.bootstrapServers()
                  + " stopped answering; start it again (the embedded one with `sealflow"
                  + " diagnose`) and repeat the command",
              e));
    }
  }

  /** Ends reading soon; may be called from any thread. */
  public void stop() {
    consumer.wakeup();
  }

  /**
   * Closes the connection at once, even if the broker has not answered the last request for
   * records: without new records it takes half a second to answer.
   */
  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
