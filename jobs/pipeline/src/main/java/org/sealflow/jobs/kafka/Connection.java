package org.sealflow.jobs.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.settings.Transactions;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/**
 * A broker that answers, and the way to talk to it. Where this process hosts the broker, closing
 * stops it.
 */
public final class Connection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** An embedded broker is known to live, as somebody hosts it; a loaded machine makes it slow. */
  private static final Duration PATIENCE_WITH_EMBEDDED = Duration.ofSeconds(60);

  /** The broker that this process hosts is as slow as the process itself. */
  private static final Duration PATIENCE_WITH_HOSTED = Duration.ofMinutes(5);

  private final ConnectionSettings settings;
  private final String bootstrapServers;
  private final @Nullable EmbeddedBroker hosted;
  private final Duration patience;

  private Connection(
      ConnectionSettings settings, String bootstrapServers, @Nullable EmbeddedBroker hosted) {
    this(settings, bootstrapServers, hosted, patience(settings, hosted));
  }

  private Connection(
      ConnectionSettings settings,
      String bootstrapServers,
      @Nullable EmbeddedBroker hosted,
      Duration patience) {
    this.settings = settings;
    this.bootstrapServers = bootstrapServers;
    this.hosted = hosted;
    this.patience = patience;
  }

  private static Duration patience(ConnectionSettings settings, @Nullable EmbeddedBroker hosted) {
    if (hosted != null) {
      return PATIENCE_WITH_HOSTED;
    }
    return settings.bootstrapServers() == null ? PATIENCE_WITH_EMBEDDED : PATIENCE;
  }

  /**
   * Connects to the broker the settings name, else joins the one hosted in the data directory, else
   * hosts one there.
   *
   * @param mayHost whether to host a broker where none is named and none runs
   * @throws UserError if there is no broker, or it does not answer within ten seconds, an embedded
   *     one within a minute, one hosted by this process within five
   */
  public static Connection open(ConnectionSettings settings, boolean mayHost) {
    Connection connection = find(settings, mayHost);
    try {
      connection.requireAnswer();
      return connection;
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static Connection find(ConnectionSettings settings, boolean mayHost) {
    if (settings.bootstrapServers() != null) {
      return new Connection(settings, settings.bootstrapServers(), null);
    }
    Path directory = settings.brokerDirectory();
    if (mayHost) {
      Optional<EmbeddedBroker> broker = EmbeddedBroker.startUnlessHosted(directory);
      if (broker.isPresent()) {
        return new Connection(settings, broker.get().bootstrapServers(), broker.get());
      }
    }
    return EmbeddedBroker.running(directory)
        .map(address -> new Connection(settings, address, null))
        .orElseThrow(() -> noBroker(settings));
  }

  private static UserError noBroker(ConnectionSettings settings) {
    return new UserError(
        "no broker runs in "
            + settings.dataDirectory()
            + "; start one with `sealflow diagnose`, or give --bootstrap-servers HOST:PORT");
  }

  /** How long the broker may take to answer. */
  Duration patience() {
    return patience;
  }

  /** The same connection with another patience. Either may be closed instead of the other. */
  Connection withPatience(Duration other) {
    return new Connection(settings, bootstrapServers, hosted, other);
  }

  private void requireAnswer() {
    DescribeClusterOptions options =
        new DescribeClusterOptions().timeoutMs((int) patience().toMillis());
    try (Admin admin = admin()) {
      BrokerCalls.answer(
          admin.describeCluster(options).nodes(),
          patience().plusSeconds(2),
          "reach the broker " + bootstrapServers);
    }
  }

  /**
   * A client that administers the broker; the caller closes it.
   *
   * @throws UserError if the address or a property has no meaning
   */
  public Admin admin() {
    Map<String, Object> properties = new HashMap<>();
    int patience = (int) patience().toMillis();
    properties.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, patience);
    properties.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * patience);
    properties.putAll(clientProperties());
    try {
      return Admin.create(properties);
    } catch (KafkaException e) {
      throw unusable(e);
    }
  }

  /** The refusal of a client to be made of this connection's properties. */
  UserError unusable(KafkaException e) {
    Throwable reason = e.getCause() == null ? e : e.getCause();
    return new UserError(
        "cannot talk to the broker "
            + bootstrapServers
            + ": "
            + reason.getMessage()
            + "; check --bootstrap-servers HOST:PORT, --kafka-config and --kafka-property",
        e);
  }

  /** The longest transaction timeout that the broker allows. */
  public Duration longestTransaction() {
    try (Admin admin = admin()) {
      Node broker =
          BrokerCalls.answer(admin.describeCluster().nodes(), patience(), "list the brokers")
              .iterator()
              .next();
      ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, broker.idString());
      String value =
          BrokerCalls.answer(
                  admin.describeConfigs(Set.of(resource)).all(),
                  patience(),
                  "read the broker's settings")
              .values()
              .iterator()
              .next()
              .get(Transactions.LONGEST_TIMEOUT)
              .value();
      return Duration.ofMillis(Long.parseLong(value));
    }
  }

  /** The id of the broker's Kafka cluster. */
  public String clusterId() {
    try (Admin admin = admin()) {
      return BrokerCalls.answer(
          admin.describeCluster().clusterId(), patience(), "read the cluster's id");
    }
  }

  /** The broker's address, several separated by commas. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** The topics' names. */
  public Topics topics() {
    return settings.topics();
  }

  /** Whether the broker is one embedded in a Sealflow process, this one or another. */
  public boolean embedded() {
    return settings.bootstrapServers() == null;
  }

  /** Whether this process hosts the broker, so that closing this stops it. */
  public boolean hosting() {
    return hosted != null;
  }

  /** The properties of Kafka's clients that were given. */
  public Map<String, String> givenProperties() {
    return settings.clientProperties();
  }

  /** The properties of every Kafka client of this connection, the address included. */
  public Map<String, String> clientProperties() {
    Map<String, String> properties = new HashMap<>(settings.clientProperties());
    properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return Map.copyOf(properties);
  }

  /** Ends the connection, and the broker where this process hosts it. */
  @Override
  public void close() {
    if (hosted != null) {
      hosted.close();
    }
  }
}
