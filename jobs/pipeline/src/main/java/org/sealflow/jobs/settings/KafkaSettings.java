package org.sealflow.jobs.settings;

import java.util.Map;
import java.util.Properties;
import org.sealflow.schemas.Topics;

/**
 * The brokers of a job and its topics there.
 *
 * @param bootstrapServers {@code HOST:PORT}, several separated by commas
 * @param topicPrefix what all topic names begin with
 * @param properties further properties of all Kafka clients
 */
public record KafkaSettings(
    String bootstrapServers, String topicPrefix, Map<String, String> properties) {
  /** Copies the properties. */
  public KafkaSettings {
    properties = Map.copyOf(properties);
  }

  /** The default topics at a broker that asks for nothing. */
  public static KafkaSettings of(String bootstrapServers) {
    return new KafkaSettings(bootstrapServers, Topics.DEFAULT_PREFIX, Map.of());
  }

  /** Topics with a prefix at a broker that asks for nothing. */
  public static KafkaSettings of(String bootstrapServers, Topics topics) {
    return new KafkaSettings(bootstrapServers, topics.prefix(), Map.of());
  }

  /** The properties of a Kafka client. */
  public Properties clientProperties() {
    Properties client = new Properties();
    client.putAll(properties);
    client.setProperty("bootstrap.servers", bootstrapServers);
    return client;
  }
}
