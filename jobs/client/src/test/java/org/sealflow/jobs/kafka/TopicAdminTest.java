package org.sealflow.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;

class TopicAdminTest {
  private static final int ROUNDS = 5;
  private static final int RECORDS = 200;
  private static final TopicLayout LAYOUT = new TopicLayout(4, 1);

  @TempDir private Path directory;

  @Test
  void madeTopicsTakeRecordsAtTheFirstAttempt() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      for (int round = 0; round < ROUNDS; round++) {
        Connection connection =
            Connection.open(
                ConnectionSettings.external(
                    broker.bootstrapServers(), directory, new Topics("round-" + round + ".")),
                false);
        try (TopicAdmin admin = TopicAdmin.of(connection)) {
          assertThat(admin.create(LAYOUT)).containsExactlyInAnyOrder(Topic.values());
        }
        assertThat(retries(connection)).isZero();
      }
    }
  }

  /** Sends to each partition at once and answers how many records were sent again. */
  private static double retries(Connection connection) {
    Map<String, Object> properties = new HashMap<>(connection.clientProperties());
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int record = 0; record < RECORDS; record++) {
        for (Topic topic : Topic.values()) {
          sent.add(
              producer.send(
                  new ProducerRecord<>(
                      connection.topics().name(topic),
                      new byte[] {(byte) record},
                      new byte[1_000])));
        }
      }
      assertThat(sent).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofMinutes(1)));
      return producer.metrics().values().stream()
          .filter(metric -> metric.metricName().name().equals("record-retry-total"))
          .filter(metric -> metric.metricName().group().equals("producer-metrics"))
          .mapToDouble(metric -> (Double) metric.metricValue())
          .sum();
    }
  }
}
