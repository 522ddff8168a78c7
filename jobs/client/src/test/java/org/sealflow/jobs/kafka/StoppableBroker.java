package org.sealflow.jobs.kafka;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Topics;

/** A broker that can be away for a while: it starts again with its data and at its address. */
public final class StoppableBroker implements AutoCloseable {
  /** As long as it takes to see that a broker is away, which tests wait for. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Path directory;
  private final String address;
  private @Nullable EmbeddedBroker running;

  private StoppableBroker(Path directory, EmbeddedBroker running) {
    this.directory = directory;
    this.address = running.bootstrapServers();
    this.running = running;
  }

  /** Starts one with all topics, which keeps its data in a directory. */
  public static StoppableBroker start(Path directory) {
    StoppableBroker broker = new StoppableBroker(directory, EmbeddedBroker.start(directory));
    try (Connection connection = broker.connection();
        TopicAdmin topics = TopicAdmin.of(connection)) {
      topics.create(TopicLayout.standard());
    }
    return broker;
  }

  /** Connects as to a broker of another process. */
  public Connection connection() {
    return Connection.open(
        ConnectionSettings.external(address, directory, Topics.standard()), false);
  }

  /** Connects readers that see within seconds that the broker is away. */
  public Connection impatientConnection() {
    return connection().withPatience(PATIENCE);
  }

  /** Takes the broker away. */
  public void stop() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  /** Brings it back. */
  public void startAgain() {
    EmbeddedBroker started = EmbeddedBroker.start(directory);
    running = started;
    if (!started.bootstrapServers().equals(address)) {
      throw new AssertionError("another process has taken " + address);
    }
  }

  @Override
  public void close() {
    stop();
  }
}
