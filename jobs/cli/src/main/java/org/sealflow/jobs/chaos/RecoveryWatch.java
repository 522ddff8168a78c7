package org.sealflow.jobs.chaos;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * Waits until the whole system works again: until an episode is diagnosed that was begun after a
 * fault.
 */
final class RecoveryWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String trajectories;
  private final Codec<TrajectoryEvent> events = Codec.of(TrajectoryEvent.class);
  private final Codec<Diagnosis> diagnoses = Codec.of(Diagnosis.class);
  private final Set<String> begun = new HashSet<>();

  private RecoveryWatch(KafkaConsumer<byte[], byte[]> consumer, String trajectories) {
    this.consumer = consumer;
    this.trajectories = trajectories;
  }

  /** Begins to look at what is written from now on. */
  static RecoveryWatch begin(RoundTopics topics) {
    Map<String, Object> properties = new HashMap<>(topics.connection().clientProperties());
    properties.put("enable.auto.commit", false);
    properties.put("auto.offset.reset", "latest");
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    String trajectories = topics.connection().topics().name(Topic.TRAJECTORIES);
    String diagnoses = topics.connection().topics().name(Topic.DIAGNOSES);
    List<TopicPartition> partitions =
        Stream.of(trajectories, diagnoses)
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    return new RecoveryWatch(consumer, trajectories);
  }

  /**
   * Waits.
   *
   * @param since episodes that began before, milliseconds since the epoch, do not count
   * @throws HangException if nothing comes by the deadline
   */
  void await(long since, Deadline deadline) throws InterruptedException {
    while (!hasRecovered(since)) {
      deadline.pause(
          () -> "no episode that began after the fault was diagnosed in " + deadline.elapsed());
    }
  }

  private boolean hasRecovered(long since) {
    boolean recovered = false;
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      if (record.topic().equals(trajectories)) {
        RoundTopics.decode(record.value(), events)
            .filter(event -> event.getKind() == EventKind.EPISODE_STARTED)
            .filter(event -> event.getEventTime().toEpochMilli() > since)
            .ifPresent(event -> begun.add(event.getEpisodeId()));
      } else {
        recovered |=
            RoundTopics.decode(record.value(), diagnoses)
                .filter(diagnosis -> begun.contains(diagnosis.getEpisodeId()))
                .isPresent();
      }
    }
    return recovered;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ZERO));
  }
}
