package org.sealflow.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.DiagnosisKind;
import org.sealflow.schemas.Topic;

/** All records of a topic from its beginning, read as long as a test waits for more. */
final class TopicRecords<T extends SpecificRecordBase> implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Codec<T> codec;
  private final List<T> records = new ArrayList<>();

  private TopicRecords(KafkaConsumer<byte[], byte[]> consumer, Codec<T> codec) {
    this.consumer = consumer;
    this.codec = codec;
  }

  /** The records of a topic, those of open transactions too. */
  static <T extends SpecificRecordBase> TopicRecords<T> of(
      Connection connection, Topic topic, Class<T> recordClass) {
    return of(connection, topic, recordClass, "read_uncommitted");
  }

  /** The committed records of a topic. */
  static <T extends SpecificRecordBase> TopicRecords<T> committed(
      Connection connection, Topic topic, Class<T> recordClass) {
    return of(connection, topic, recordClass, "read_committed");
  }

  private static <T extends SpecificRecordBase> TopicRecords<T> of(
      Connection connection, Topic topic, Class<T> recordClass, String isolation) {
    Map<String, Object> properties = new HashMap<>(connection.clientProperties());
    properties.put("isolation.level", isolation);
    properties.put("enable.auto.commit", false);
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(connection.topics().name(topic)).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return new TopicRecords<>(consumer, Codec.of(recordClass));
  }

  /**
   * Reads on until what was read is enough.
   *
   * @param what is waited for, for the message
   * @throws AssertionError if it does not come in time
   */
  List<T> await(String what, Duration longest, Predicate<List<T>> enough) throws Exception {
    long begun = System.nanoTime();
    while (!enough.test(records)) {
      if (System.nanoTime() - begun > longest.toNanos()) {
        throw new AssertionError(
            "waited "
                + longest.toSeconds()
                + " s in vain for "
                + what
                + "; read "
                + records.size()
                + " records");
      }
      poll();
    }
    return List.copyOf(records);
  }

  /** Everything that stands in the topic now. */
  List<T> all() throws Exception {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      poll();
    }
    return List.copyOf(records);
  }

  private void poll() throws Exception {
    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
      records.add(codec.decode(record.value()));
    }
  }

  /** Diagnoses by episode, in the order in which they were written. */
  static Map<String, List<Diagnosis>> byEpisode(List<Diagnosis> diagnoses) {
    Map<String, List<Diagnosis>> byEpisode = new LinkedHashMap<>();
    for (Diagnosis diagnosis : diagnoses) {
      byEpisode.computeIfAbsent(diagnosis.getEpisodeId(), id -> new ArrayList<>()).add(diagnosis);
    }
    return byEpisode;
  }

  /** How many of the diagnoses are those of whole episodes. */
  static long ended(List<Diagnosis> diagnoses) {
    return diagnoses.stream()
        .filter(diagnosis -> diagnosis.getKind() == DiagnosisKind.EPISODE)
        .map(Diagnosis::getEpisodeId)
        .distinct()
        .count();
  }

  /** Demands these diagnoses of these episodes, each in its order. */
  static void assertSame(Map<String, List<Diagnosis>> actual, Map<String, List<Diagnosis>> wanted) {
    assertThat(actual.keySet()).containsExactlyInAnyOrderElementsOf(wanted.keySet());
    wanted.forEach((episode, diagnoses) -> assertThat(actual.get(episode)).isEqualTo(diagnoses));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
