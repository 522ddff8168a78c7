package org.sealflow.jobs.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.sealflow.jobs.UserError;

/**
 * A real Kafka broker in this JVM, its data kept in a directory between runs. One process hosts it
 * and leaves its address in the directory; others read the address and join.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final String ADDRESS_FILE = "broker.address";
  private static final String LOCK_FILE = "broker.lock";

  private final KafkaRaftServer server;
  private final String bootstrapServers;
  private final Path addressFile;
  private final FileLock lock;

  private EmbeddedBroker(
      KafkaRaftServer server, String bootstrapServers, Path addressFile, FileLock lock) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
    this.addressFile = addressFile;
    this.lock = lock;
  }

  /** The address of the broker another process hosts in this directory, if one does. */
  public static Optional<String> running(Path directory) {
    Path lockFile = directory.resolve(LOCK_FILE);
    if (!Files.exists(lockFile)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
      FileLock free = channel.tryLock();
      if (free != null) {
        free.release();
        return Optional.empty();
      }
    } catch (OverlappingFileLockException held) {
      // This very process hosts it.
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + lockFile, e);
    }
    return address(directory);
  }

  private static Optional<String> address(Path directory) {
    Path file = directory.resolve(ADDRESS_FILE);
    try {
      return Files.exists(file)
          ? Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Starts a broker on the data of the directory and waits until it serves.
   *
   * @throws UserError where another process hosts one there, or the directory cannot be written
   */
  public static EmbeddedBroker start(Path directory) {
    try {
      Files.createDirectories(directory);
      FileLock lock = lock(directory);
      int port = freePort(previousPort(directory));
      Map<String, String> settings = settings(directory, port, freePort(Optional.empty()));
      format(directory.resolve("log"));
      KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
      server.startup();
      String bootstrapServers = "127.0.0.1:" + port;
      Path addressFile = directory.resolve(ADDRESS_FILE);
      Path draft = directory.resolve(ADDRESS_FILE + ".draft");
      Files.writeString(draft, bootstrapServers + "\n", StandardCharsets.UTF_8);
      Files.move(draft, addressFile, StandardCopyOption.ATOMIC_MOVE);
      return new EmbeddedBroker(server, bootstrapServers, addressFile, lock);
    } catch (UserError e) {
      throw e;
    } catch (Exception e) {
      throw new UserError(
          "cannot start the embedded broker in "
              + directory
              + ": "
              + e.getMessage()
              + "; give another --data-dir, or a running broker with --bootstrap-servers",
          e);
    }
  }

  private static FileLock lock(Path directory) throws IOException {
    Path lockFile = directory.resolve(LOCK_FILE);
    FileChannel channel =
        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException held) {
      // Answered below like a lock of another process.
    }
    if (lock == null) {
      channel.close();
      throw new UserError(
          "another process already hosts the embedded broker of "
              + directory
              + "; join it by running the command without hosting, or give another --data-dir");
    }
    return lock;
  }

  private static Optional<Integer> previousPort(Path directory) {
    return address(directory).map(a -> Integer.parseInt(a.substring(a.lastIndexOf(':') + 1)));
  }

  private static int freePort(Optional<Integer> wanted) throws IOException {
    if (wanted.isPresent()) {
      try (ServerSocket socket =
          new ServerSocket(wanted.get(), 1, InetAddress.getByName("127.0.0.1"))) {
        return socket.getLocalPort();
      } catch (IOException taken) {
        // Somebody else has it by now: any other will do.
      }
    }
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private static void format(Path logDirectory) throws Exception {
    if (Files.exists(logDirectory.resolve("meta.properties"))) {
      return;
    }
    Files.createDirectories(logDirectory);
    Formatter formatter = new Formatter();
    formatter.setPrintStream(
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    formatter.setNodeId(1);
    formatter.setClusterId(Uuid.randomUuid().toString());
    formatter.addDirectory(logDirectory.toString());
    formatter.setMetadataLogDirectory(logDirectory.toString());
    formatter.setControllerListenerName("CONTROLLER");
    formatter.setReleaseVersion(MetadataVersion.latestProduction());
    formatter.setIgnoreFormatted(true);
    formatter.run();
  }

  private static Map<String, String> settings(Path directory, int port, int controllerPort) {
    Map<String, String> settings = new HashMap<>();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put(
        "listeners",
        "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("log.dirs", directory.resolve("log").toString());
    for (String topic : new String[] {"offsets.topic", "transaction.state.log"}) {
      settings.put(topic + ".replication.factor", "1");
      settings.put(topic + ".num.partitions", "1");
    }
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("auto.create.topics.enable", "false");
    settings.put("transaction.max.timeout.ms", "3600000");
    settings.put("message.max.bytes", String.valueOf(8 << 20));
    // After a kill the old registration must expire before the broker may register again.
    settings.put("broker.session.timeout.ms", "2000");
    settings.put("broker.heartbeat.interval.ms", "500");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("background.threads", "2");
    settings.put("log.cleaner.dedupe.buffer.size", "8388608");
    return settings;
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Stops the broker; its data stays. */
  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
    try {
      Files.deleteIfExists(addressFile.resolveSibling(ADDRESS_FILE + ".draft"));
      lock.release();
      lock.acquiredBy().close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release " + addressFile, e);
    }
  }
}
