package org.sealflow.system;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.EmbeddedBroker;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;
import org.sealflow.schemas.TrajectoryEvent;

/** A real broker in this JVM, shared by tests that each have topics of their own. */
final class HostedBroker implements AutoCloseable {
  private static final TopicLayout LAYOUT = new TopicLayout(4, 1);

  private final Path directory;
  private final EmbeddedBroker broker;

  private HostedBroker(Path directory, EmbeddedBroker broker) {
    this.directory = directory;
    this.broker = broker;
  }

  /** Starts a broker that keeps its data in a directory. */
  static HostedBroker start(Path directory) {
    return new HostedBroker(directory, EmbeddedBroker.start(directory));
  }

  /** Where clients find it. */
  String address() {
    return broker.bootstrapServers();
  }

  /** Connects, and makes the topics under a prefix. */
  Connection topics(String prefix) {
    Connection connection =
        Connection.open(
            ConnectionSettings.external(address(), directory, new Topics(prefix)), false);
    try (TopicAdmin admin = TopicAdmin.of(connection)) {
      admin.create(LAYOUT);
    }
    return connection;
  }

  /**
   * Sends bytes as they are.
   *
   * @return where they went
   */
  static RecordMetadata send(
      Connection connection, Topic topic, byte @Nullable [] key, byte @Nullable [] value)
      throws Exception {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.copyOf(connection.clientProperties()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      return producer
          .send(new ProducerRecord<>(connection.topics().name(topic), key, value))
          .get(30, TimeUnit.SECONDS);
    }
  }

  /** Sends events as if it were another time, milliseconds since the epoch. */
  static void sendAt(Connection connection, List<TrajectoryEvent> events, long time)
      throws Exception {
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    String topic = connection.topics().name(Topic.TRAJECTORIES);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.copyOf(connection.clientProperties()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (TrajectoryEvent event : events) {
        byte[] key = event.getEpisodeId().getBytes(StandardCharsets.UTF_8);
        producer
            .send(new ProducerRecord<>(topic, null, time, key, codec.encode(event)))
            .get(30, TimeUnit.SECONDS);
      }
    }
  }

  @Override
  public void close() {
    broker.close();
  }
}
