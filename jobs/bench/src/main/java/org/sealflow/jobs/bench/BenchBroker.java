package org.sealflow.jobs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.kafka.TopicAdmin;
import org.sealflow.jobs.kafka.TopicLayout;
import org.sealflow.schemas.Topics;

/** A real broker in this process, with empty topics, gone without a trace when it is closed. */
public final class BenchBroker implements AutoCloseable {
  private final Path directory;
  private final Connection connection;
  private final int partitions;

  private BenchBroker(Path directory, Connection connection, int partitions) {
    this.partitions = partitions;
    this.directory = directory;
    this.connection = connection;
  }

  /**
   * Starts one.
   *
   * @param partitions of each topic that is split by episode
   * @param clientProperties settings of its clients, under Kafka's names
   */
  public static BenchBroker start(int partitions, Map<String, String> clientProperties) {
    Path directory = temporary();
    try {
      Connection connection =
          Connection.open(
              new ConnectionSettings(null, directory, Topics.standard(), clientProperties), true);
      BenchBroker broker = new BenchBroker(directory, connection, partitions);
      try (TopicAdmin admin = TopicAdmin.of(connection)) {
        admin.create(new TopicLayout(partitions, null));
        return broker;
      } catch (RuntimeException failed) {
        broker.close();
        throw failed;
      }
    } catch (RuntimeException failed) {
      delete(directory);
      throw failed;
    }
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("sealflow-bench");
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot make a temporary directory", failed);
    }
  }

  public Connection connection() {
    return connection;
  }

  /** A connection to further topics of their own. */
  public Connection topics(String prefix) {
    Connection further =
        Connection.open(
            ConnectionSettings.external(
                connection.bootstrapServers(), directory, new Topics(prefix)),
            false);
    try (TopicAdmin admin = TopicAdmin.of(further)) {
      admin.create(new TopicLayout(partitions, null));
    }
    return further;
  }

  /** Where jobs keep their checkpoints. */
  public Path checkpoints() {
    return directory.resolve("checkpoints");
  }

  @Override
  public void close() {
    try {
      connection.close();
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> found = Files.walk(directory)) {
      List<Path> deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException stillThere) {
      throw new UncheckedIOException("cannot delete " + directory, stillThere);
    }
  }
}
