package org.sealflow.jobs.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.Topics;

/** An embedded broker for a test class; each test has topics of its own under a new prefix. */
public final class TestingBroker implements BeforeAllCallback, AfterAllCallback {
  private final AtomicInteger prefixes = new AtomicInteger();
  private Path dataDirectory = Path.of("");
  private @Nullable EmbeddedBroker broker;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    dataDirectory = Files.createTempDirectory("sealflow-broker");
    broker = EmbeddedBroker.start(dataDirectory.resolve("kafka"));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    running().close();
    deleteAll(dataDirectory);
  }

  public static void deleteAll(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(TestingBroker::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EmbeddedBroker running() {
    return Objects.requireNonNull(broker, "the broker runs between the first and the last test");
  }

  public Path dataDirectory() {
    return dataDirectory;
  }

  public String bootstrapServers() {
    return running().bootstrapServers();
  }

  /** A prefix that no other test has. */
  public String newPrefix() {
    return "test" + prefixes.incrementAndGet() + ".";
  }

  public Connection connection(String prefix) {
    return Connection.open(ConnectionSettings.embedded(dataDirectory, new Topics(prefix)), false);
  }

  /** A new prefix whose topics exist. */
  public String newTopics() {
    String prefix = newPrefix();
    try (Connection connection = connection(prefix);
        TopicAdmin topics = TopicAdmin.of(connection)) {
      topics.create(TopicLayout.standard());
    }
    return prefix;
  }

  /** Everything on a topic. */
  public List<ConsumerRecord<byte[], byte[]>> records(String prefix, Topic topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (Connection connection = connection(prefix);
        TopicReader reader = TopicReader.open(connection, topic, StartPosition.earliest())) {
      reader.readToEnd(records::add);
    }
    return records;
  }
}
