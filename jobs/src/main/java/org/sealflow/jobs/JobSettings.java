package org.sealflow.jobs;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Topics;

/**
 * The settings of the live job.
 *
 * @param bootstrapServers the Kafka brokers
 * @param topicPrefix what all topic names begin with
 * @param kafkaProperties further properties of all Kafka clients
 * @param parallelism parallel instances of each operator; 0 leaves it to the cluster
 * @param checkpointInterval time between checkpoints
 * @param bufferTimeout longest time a record waits to be sent on between operators
 * @param deadline longest silence of an episode before it counts as stalled
 * @param boundedAtEnd whether the job ends at the records that are there when it starts
 * @param evolution how profiles are kept and patches made
 */
public record JobSettings(
    String bootstrapServers,
    String topicPrefix,
    Map<String, String> kafkaProperties,
    int parallelism,
    Duration checkpointInterval,
    Duration bufferTimeout,
    Duration deadline,
    boolean boundedAtEnd,
    EvolutionSettings evolution) {
  /** The settings for brokers, all else as it is by default. */
  public static JobSettings of(String bootstrapServers) {
    return new JobSettings(
        bootstrapServers,
        Topics.DEFAULT_PREFIX,
        Map.of(),
        0,
        Duration.ofSeconds(10),
        Duration.ofMillis(1),
        Duration.ofMinutes(10),
        false,
        EvolutionSettings.DEFAULT);
  }

  public JobSettings {
    kafkaProperties = Map.copyOf(kafkaProperties);
  }

  /**
   * Reads {@code --name value} pairs, as {@code flink run} passes them on.
   *
   * @throws UserError naming every problem at once: unknown names, missing and malformed values
   */
  public static JobSettings parse(String[] arguments) {
    Map<String, String> given = new LinkedHashMap<>();
    Map<String, String> kafka = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i];
      if (!name.startsWith("--") || i + 1 >= arguments.length) {
        problems.add("'" + name + "' is no --name with a value");
        continue;
      }
      if (name.equals("--kafka-property")) {
        property(arguments[i + 1], kafka, problems);
      } else {
        given.put(name.substring(2), arguments[i + 1]);
      }
    }
    Reader reader = new Reader(given, problems);
    JobSettings defaults = of("");
    JobSettings settings =
        new JobSettings(
            reader.text("bootstrap-servers", null),
            reader.text("topic-prefix", defaults.topicPrefix()),
            kafka,
            reader.number("parallelism", defaults.parallelism()),
            reader.duration("checkpoint-interval", defaults.checkpointInterval()),
            reader.duration("buffer-timeout", defaults.bufferTimeout()),
            reader.duration("deadline", defaults.deadline()),
            reader.flag("bounded", defaults.boundedAtEnd()),
            reader.evolution());
    reader.refuseUnknown();
    if (!problems.isEmpty()) {
      throw new UserError("settings are wrong: " + String.join("; ", problems));
    }
    return settings;
  }

  private static void property(String pair, Map<String, String> kafka, List<String> problems) {
    int equals = pair.indexOf('=');
    if (equals < 1) {
      problems.add("--kafka-property is '" + pair + "', expected name=value");
    } else {
      kafka.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
  }

  /**
   * A duration such as {@code 10s}, {@code 0.5s}, {@code 1h30m} or {@code PT10S}.
   *
   * @throws DateTimeException where it is none, or negative
   */
  public static Duration duration(String text) {
    Duration duration = text.startsWith("P") ? Duration.parse(text) : Duration.parse("PT" + text);
    if (duration.isNegative()) {
      throw new DateTimeException("negative: " + text);
    }
    return duration;
  }

  /** The properties of a Kafka client. */
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.putAll(kafkaProperties);
    properties.setProperty("bootstrap.servers", bootstrapServers);
    return properties;
  }

  /** Takes values out of what was given and notes what is wrong with them. */
  private static final class Reader {
    private final Map<String, String> given;
    private final List<String> problems;
    private final TreeSet<String> known = new TreeSet<>();

    Reader(Map<String, String> given, List<String> problems) {
      this.given = given;
      this.problems = problems;
    }

    String text(String name, @Nullable String fallback) {
      known.add(name);
      String value = given.get(name);
      if (value != null) {
        return value;
      }
      if (fallback == null) {
        problems.add("--" + name + " is missing");
        return "";
      }
      return fallback;
    }

    int number(String name, int fallback) {
      String value = text(name, String.valueOf(fallback));
      try {
        return Integer.parseUnsignedInt(value);
      } catch (NumberFormatException malformed) {
        problems.add("--" + name + " is '" + value + "', expected a whole number");
        return fallback;
      }
    }

    Duration duration(String name, Duration fallback) {
      String value = text(name, fallback.toString());
      try {
        return JobSettings.duration(value);
      } catch (DateTimeException malformed) {
        problems.add("--" + name + " is '" + value + "', expected a duration such as 10s or 2m");
        return fallback;
      }
    }

    boolean flag(String name, boolean fallback) {
      String value = text(name, String.valueOf(fallback));
      if (!value.equals("true") && !value.equals("false")) {
        problems.add("--" + name + " is '" + value + "', expected true or false");
      }
      return value.equals("true");
    }

    EvolutionSettings evolution() {
      String rule = text("evolution", "sealflow");
      return switch (rule) {
        case "sealflow" -> EvolutionSettings.DEFAULT;
        case "seal" -> EvolutionSettings.SEAL;
        default -> {
          problems.add("--evolution is '" + rule + "', expected sealflow or seal");
          yield EvolutionSettings.DEFAULT;
        }
      };
    }

    void refuseUnknown() {
      for (String name : given.keySet()) {
        if (!known.contains(name)) {
          problems.add("--" + name + " is unknown, known are --" + String.join(", --", known));
        }
      }
    }
  }
}
