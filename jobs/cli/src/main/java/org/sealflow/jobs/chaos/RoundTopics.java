package org.sealflow.jobs.chaos;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.StartPosition;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.jobs.kafka.TopicReader;
import org.sealflow.schemas.CapabilityProfile;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TrainingStep;
import org.sealflow.schemas.UndecodableRecordException;

/** The topics under one prefix: made, read, written to past all checks, and taken away. */
final class RoundTopics implements AutoCloseable {
  private static final TopicLayout LAYOUT = new TopicLayout(2, 1);
  private static final long ANSWER_SECONDS = 60;

  private final Connection connection;

  private RoundTopics(Connection connection) {
    this.connection = connection;
  }

  /** Makes the topics. */
  static RoundTopics create(String bootstrapServers, String prefix, Path directory) {
    Connection connection =
        Connection.open(
            ConnectionSettings.external(bootstrapServers, directory, new Topics(prefix)), false);
    try (TopicAdmin admin = TopicAdmin.of(connection)) {
      admin.create(LAYOUT);
    }
    return new RoundTopics(connection);
  }

  Connection connection() {
    return connection;
  }

  String prefix() {
    return connection.topics().prefix();
  }

  /** The records of a topic, those of committed transactions alone. */
  List<ConsumerRecord<byte[], byte[]>> raw(Topic topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (TopicReader reader = TopicReader.open(connection, topic, StartPosition.earliest())) {
      reader.readToEnd(records::add);
    }
    return records;
  }

  /** The records of a topic that can be read. */
  <T extends SpecificRecordBase> List<T> read(Topic topic, Class<T> recordClass) {
    return decode(raw(topic), recordClass);
  }

  /** Those of some records that can be read. */
  static <T extends SpecificRecordBase> List<T> decode(
      List<ConsumerRecord<byte[], byte[]>> records, Class<T> recordClass) {
    Codec<T> codec = Codec.of(recordClass);
    List<T> decoded = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      decode(record.value(), codec).ifPresent(decoded::add);
    }
    return decoded;
  }

  /** A record; empty if it cannot be read. */
  static <T extends SpecificRecordBase> Optional<T> decode(
      byte @Nullable [] value, Codec<T> codec) {
    try {
      return value == null ? Optional.empty() : Optional.of(codec.decode(value));
    } catch (UndecodableRecordException broken) {
      return Optional.empty();
    }
  }

  /** The records that the co-evolution job has written. */
  RunOutput output() {
    Map<String, CapabilityProfile> profiles = new LinkedHashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : raw(Topic.CAPABILITY_PROFILES)) {
      decode(List.of(record), CapabilityProfile.class)
          .forEach(
              profile -> profiles.put(new String(record.key(), StandardCharsets.UTF_8), profile));
    }
    return new RunOutput(
        profiles,
        read(Topic.POLICY_UPDATES, PolicyUpdate.class),
        read(Topic.TRAINING_METRICS, TrainingStep.class));
  }

  /** Puts the records of a topic into the same one under another prefix, place by place. */
  void copy(Topic topic, RoundTopics to) throws Exception {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer = to.producer()) {
      String name = to.connection.topics().name(topic);
      for (ConsumerRecord<byte[], byte[]> record : raw(topic)) {
        sent.add(
            producer.send(
                new ProducerRecord<>(
                    name, record.partition(), record.timestamp(), record.key(), record.value())));
      }
      producer.flush();
    }
    for (Future<RecordMetadata> each : sent) {
      each.get();
    }
  }

  /** Sends bytes as they are; returns where they went. */
  RecordMetadata send(Topic topic, byte[] key, byte @Nullable [] value) throws Exception {
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      return producer
          .send(new ProducerRecord<>(connection.topics().name(topic), key, value))
          .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
  }

  private KafkaProducer<byte[], byte[]> producer() {
    Map<String, Object> properties = new HashMap<>(connection.clientProperties());
    properties.put("max.request.size", Topic.LARGEST_MESSAGE_BYTES + 1_000_000);
    return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Takes the topics away. */
  void delete() {
    try (TopicAdmin admin = TopicAdmin.of(connection)) {
      admin.delete();
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
