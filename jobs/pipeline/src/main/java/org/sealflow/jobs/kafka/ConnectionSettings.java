package org.sealflow.jobs.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/**
 * Settings of the connection to a broker.
 *
 * @param bootstrapServers {@code HOST:PORT}, several separated by commas; null for the broker
 *     embedded in the data directory
 * @param dataDirectory where embedded parts keep their data
 * @param topics the topics' names
 * @param clientProperties settings of every Kafka client under Kafka's names, e.g. {@code
 *     security.protocol}
 */
public record ConnectionSettings(
    @Nullable String bootstrapServers,
    Path dataDirectory,
    Topics topics,
    Map<String, String> clientProperties) {
  /**
   * Checks the names of the properties.
   *
   * @throws UserError if one is unknown or Sealflow's own, naming all of them
   */
  public ConnectionSettings {
    clientProperties = Map.copyOf(clientProperties);
    List<String> problems = ClientProperties.problems(clientProperties);
    if (!problems.isEmpty()) {
      throw new UserError(String.join("; ", problems));
    }
  }

  /** The embedded broker of a data directory. */
  public static ConnectionSettings embedded(Path dataDirectory, Topics topics) {
    return new ConnectionSettings(null, dataDirectory, topics, Map.of());
  }

  /** A broker that runs elsewhere. */
  public static ConnectionSettings external(
      String bootstrapServers, Path dataDirectory, Topics topics) {
    return new ConnectionSettings(bootstrapServers, dataDirectory, topics, Map.of());
  }

  /** Where the embedded broker keeps its data. */
  public Path brokerDirectory() {
    return dataDirectory.resolve("kafka");
  }
}
