package org.sealflow.jobs.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.UserError;

/**
 * A real Kafka broker in this JVM, its data kept in a directory between runs. One process hosts it
 * and leaves its address in the directory; others read the address and join.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final String ADDRESS_FILE = "broker.address";
  private static final String LOG_FOLDER = "log";
  private static final String HOST = "127.0.0.1";
  private static final Duration LONGEST_START = Duration.ofMinutes(3);
  private static final int START_ATTEMPTS = 3;

  /**
   * Least room on the disk of a broker that starts. Recovering after a crash, Kafka (4.2.1) takes a
   * disk that has just become full for a corrupt log, and deletes the log.
   */
  private static final long ROOM_TO_RECOVER = 64L << 20;

  /** Clients are told the port that the broker listens on. */
  private static final int SAME_PORT = 0;

  private final KafkaRaftServer server;
  private final String bootstrapServers;
  private final HostingLock lock;

  private EmbeddedBroker(KafkaRaftServer server, String bootstrapServers, HostingLock lock) {
    this.server = server;
    this.bootstrapServers = bootstrapServers;
    this.lock = lock;
  }

  /**
   * The address of the broker that is hosted in this directory, by this process or another; empty
   * if none is. Waits for one that is just starting.
   *
   * @throws UserError if a host does not get ready, or the directory cannot be read
   */
  public static Optional<String> running(Path directory) {
    long deadline = System.nanoTime() + LONGEST_START.toNanos();
    try {
      while (HostingLock.isHeld(directory)) {
        Optional<String> address = address(directory);
        if (address.isPresent()) {
          return address;
        }
        if (System.nanoTime() > deadline) {
          throw new UserError(
              "the embedded broker of "
                  + directory
                  + " is not ready after "
                  + LONGEST_START.toSeconds()
                  + " s; end the process that hosts it and start it again");
        }
        Pause.millis(50);
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UserError(
          "cannot read the embedded broker's directory "
              + directory
              + ": "
              + e.getMessage()
              + "; give another --data-dir",
          e);
    }
  }

  private static Optional<String> address(Path directory) throws IOException {
    Path file = directory.resolve(ADDRESS_FILE);
    return Files.exists(file)
        ? Optional.of(Files.readString(file, StandardCharsets.UTF_8).strip())
        : Optional.empty();
  }

  /**
   * Starts a broker on the data of the directory and waits until it serves.
   *
   * @throws UserError if one is hosted there already, or the directory cannot be used, or its disk
   *     is nearly full
   */
  public static EmbeddedBroker start(Path directory) {
    return require(directory, startUnlessHosted(directory, SAME_PORT));
  }

  /**
   * Starts a broker whose clients reach it at another port of this machine, where something in
   * between hands their bytes on.
   *
   * @param clientPort what clients are told to connect to
   * @throws UserError if one is hosted there already, or the directory cannot be used
   */
  public static EmbeddedBroker start(Path directory, int clientPort) {
    return require(directory, startUnlessHosted(directory, clientPort));
  }

  private static EmbeddedBroker require(Path directory, Optional<EmbeddedBroker> broker) {
    return broker.orElseThrow(
        () ->
            new UserError(
                "another command already hosts the embedded broker of "
                    + directory
                    + "; end it first, or give another --data-dir"));
  }

  /**
   * Starts a broker on the data of the directory and waits until it serves; empty if one is hosted
   * there already.
   *
   * @throws UserError if the directory cannot be used
   */
  public static Optional<EmbeddedBroker> startUnlessHosted(Path directory) {
    return startUnlessHosted(directory, SAME_PORT);
  }

  private static Optional<EmbeddedBroker> startUnlessHosted(Path directory, int clientPort) {
    try {
      Files.createDirectories(directory);
      Optional<HostingLock> lock = HostingLock.tryAcquire(directory);
      return lock.isEmpty()
          ? Optional.empty()
          : Optional.of(start(directory, clientPort, lock.get()));
    } catch (IOException e) {
      throw cannotStart(directory, e);
    }
  }

  private static EmbeddedBroker start(Path directory, int clientPort, HostingLock lock)
      throws IOException {
    try {
      Optional<Integer> previousPort = previousPort(directory);
      // Until the new address stands, others must see a broker that starts, not the old address.
      Files.deleteIfExists(directory.resolve(ADDRESS_FILE));
      requireRoom(directory, ROOM_TO_RECOVER);
      format(directory.resolve(LOG_FOLDER));
      Exit.setHaltProcedure((status, message) -> giveUp(directory, status));
      EmbeddedBroker broker = startOnFreePorts(directory, previousPort, clientPort, lock);
      publish(directory, broker.bootstrapServers);
      return broker;
    } catch (Exception e) {
      lock.close();
      throw e instanceof UserError known ? known : cannotStart(directory, e);
    }
  }

  /**
   * Looks at the disk of a broker's data.
   *
   * @param bytes least room on it
   * @throws UserError if there is less
   */
  static void requireRoom(Path directory, long bytes) throws IOException {
    long free = Files.getFileStore(directory).getUsableSpace();
    if (free < bytes) {
      throw new UserError(
          String.format(
              Locale.ROOT,
              "the disk of the embedded broker's data in %s has %,d MiB free, and a broker needs at"
                  + " least %,d to start without loss; make room, or give another --data-dir",
              directory,
              free >> 20,
              bytes >> 20));
    }
  }

  /** Between choosing a port and binding it another process may take it, so there are retries. */
  private static EmbeddedBroker startOnFreePorts(
      Path directory, Optional<Integer> previousPort, int clientPort, HostingLock lock)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      Ports ports = Ports.free(previousPort);
      KafkaRaftServer server =
          new KafkaRaftServer(
              new KafkaConfig(
                  EmbeddedBrokerSettings.of(
                      directory.resolve(LOG_FOLDER),
                      HOST,
                      ports.broker(),
                      ports.controller(),
                      clientPort == SAME_PORT ? ports.broker() : clientPort)),
              Time.SYSTEM);
      try {
        server.startup();
        return new EmbeddedBroker(server, HOST + ":" + ports.broker(), lock);
      } catch (RuntimeException e) {
        stop(server);
        if (attempt == START_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static UserError cannotStart(Path directory, Exception e) {
    return new UserError(
        "cannot start the embedded broker in "
            + directory
            + ": "
            + reason(e)
            + "; give another --data-dir, or a running broker with --bootstrap-servers",
        e);
  }

  private static String reason(Exception e) {
    Throwable at = e;
    while (at instanceof ExecutionException && at.getCause() != null) {
      at = at.getCause();
    }
    return at.getMessage() == null || at instanceof IOException
        ? at.toString()
        : String.valueOf(at.getMessage());
  }

  /** A broker whose only disk fails ends the JVM at once, and with silent logs nobody knows why. */
  private static void giveUp(Path directory, int status) {
    System.err.println(
        "sealflow: the embedded broker gave up: its data in "
            + directory
            + " cannot be read or written (disk full?); --verbose shows why");
    System.err.flush();
    Runtime.getRuntime().halt(status);
  }

  private static void publish(Path directory, String bootstrapServers) throws IOException {
    Path draft = directory.resolve(ADDRESS_FILE + ".draft");
    Files.writeString(draft, bootstrapServers + "\n", StandardCharsets.UTF_8);
    Files.move(draft, directory.resolve(ADDRESS_FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Clients that were connected before a restart find the broker again at its former port. */
  private static Optional<Integer> previousPort(Path directory) throws IOException {
    return address(directory).flatMap(EmbeddedBroker::port);
  }

  private static Optional<Integer> port(String address) {
    try {
      return Optional.of(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
    } catch (NumberFormatException damaged) {
      return Optional.empty();
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
    formatter.setNodeId(EmbeddedBrokerSettings.NODE_ID);
    formatter.setClusterId(Uuid.randomUuid().toString());
    formatter.addDirectory(logDirectory.toString());
    formatter.setMetadataLogDirectory(logDirectory.toString());
    formatter.setControllerListenerName(EmbeddedBrokerSettings.CONTROLLER_LISTENER);
    formatter.setReleaseVersion(MetadataVersion.latestProduction());
    formatter.setIgnoreFormatted(true);
    formatter.run();
  }

  /** The address clients connect to. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** Stops the broker; its data stays. */
  @Override
  public void close() {
    stop(server);
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release the embedded broker's lock", e);
    }
  }

  private static void stop(KafkaRaftServer server) {
    server.shutdown();
    server.awaitShutdown();
  }

  /** Two ports that nothing listened on a moment ago. */
  private record Ports(int broker, int controller) {
    static Ports free(Optional<Integer> wanted) throws IOException {
      // Both are open at once, so that they differ.
      try (ServerSocket broker = open(wanted);
          ServerSocket controller = open(Optional.empty())) {
        return new Ports(broker.getLocalPort(), controller.getLocalPort());
      }
    }

    private static ServerSocket open(Optional<Integer> wanted) throws IOException {
      if (wanted.isPresent()) {
        ServerSocket socket = openOrNull(wanted.get());
        if (socket != null) {
          return socket;
        }
      }
      return new ServerSocket(0, 1, address());
    }

    private static InetAddress address() throws IOException {
      return InetAddress.getByAddress(HOST, new byte[] {127, 0, 0, 1});
    }

    private static @Nullable ServerSocket openOrNull(int port) {
      try {
        return new ServerSocket(port, 1, address());
      } catch (IOException taken) {
        return null;
      }
    }
  }
}
