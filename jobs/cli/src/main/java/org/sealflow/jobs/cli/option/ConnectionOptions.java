package org.sealflow.jobs.cli.option;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.settings.KafkaConfigFile;
import org.sealflow.schemas.Topics;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of the connection to a broker, the same for every command that has one. */
public final class ConnectionOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--bootstrap-servers",
      paramLabel = "HOST:PORT",
      description =
          "The Kafka broker, several separated by commas. Default: the broker embedded in the data"
              + " directory.")
  private @Nullable String bootstrapServers;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      defaultValue = "${env:SEALFLOW_DATA_DIR:-.sealflow}",
      description =
          "Where embedded parts keep their data. Default: SEALFLOW_DATA_DIR, else .sealflow.")
  private Path dataDirectory = Path.of(".sealflow");

  @Option(
      names = "--topic-prefix",
      paramLabel = "PREFIX",
      converter = TopicsConverter.class,
      description =
          "What every topic's name starts with. Default: that of the run's directory where one is"
              + " named, else "
              + Topics.DEFAULT_PREFIX)
  private @Nullable Topics topics;

  @Option(
      names = "--kafka-property",
      paramLabel = "KEY=VALUE",
      description =
          "A setting of the Kafka clients under Kafka's name, e.g. security.protocol=SASL_SSL."
              + " Repeatable.")
  private Map<String, String> kafkaProperties = Map.of();

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description =
          "A file of settings of the Kafka clients, as Kafka's own tools take it. Secrets may stay"
              + " elsewhere: config.providers=file and $${file:PATH:KEY}. --kafka-property comes"
              + " first.")
  private @Nullable Path kafkaConfig;

  /**
   * The options together.
   *
   * @throws org.sealflow.jobs.settings.UserError if a Kafka property is unknown, or the file does
   *     not exist
   */
  public ConnectionSettings settings() {
    Map<String, String> properties = new HashMap<>(kafkaProperties);
    if (kafkaConfig != null) {
      KafkaConfigFile.read(kafkaConfig).forEach(properties::putIfAbsent);
    }
    return new ConnectionSettings(
        bootstrapServers, dataDirectory, topics == null ? Topics.standard() : topics, properties);
  }

  /** A connection to a broker that runs. */
  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  public Connection open() {
    try (Waiting waiting = waiting("waiting for the broker to answer")) {
      return Connection.open(settings(), false);
    }
  }

  /** Says what the command waits for, until it is closed. */
  public Waiting waiting(String what) {
    return Waiting.until(what, spec.commandLine().getErr());
  }

  /** Where embedded parts keep their data. */
  public Path dataDirectory() {
    return dataDirectory;
  }

  /** Whether the broker is the embedded one. */
  public boolean embedded() {
    return bootstrapServers == null;
  }

  /** The prefix of the topics' names; null if none is given. */
  public @Nullable Topics prefix() {
    return topics;
  }

  private static final class TopicsConverter implements ITypeConverter<Topics> {
    @Override
    public Topics convert(String prefix) {
      try {
        return new Topics(prefix);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
