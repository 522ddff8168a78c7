package org.sealflow.jobs.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.ConnectionSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.schemas.Topics;

/**
 * Where the topics of a run are, so that whoever goes on with the run or looks into it finds them.
 *
 * @param bootstrapServers the broker's address; null for the one in the run's directory
 * @param topicPrefix the prefix of the topics' names
 * @param clusterId the id of the broker's Kafka cluster
 */
public record RunBroker(@Nullable String bootstrapServers, String topicPrefix, String clusterId) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Path file(RunDirectory run) {
    return run.path().resolve("broker.json");
  }

  /**
   * Where a run's topics are; empty if it was never connected to them.
   *
   * @throws UserError if the file that says so is damaged
   */
  public static Optional<RunBroker> of(RunDirectory run) {
    Path file = file(run);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(MAPPER.readValue(Files.readString(file), RunBroker.class));
    } catch (JsonProcessingException damaged) {
      throw new UserError(file + " is damaged: " + damaged.getOriginalMessage(), damaged);
    } catch (IOException unreadable) {
      throw new UserError("cannot read " + file + ": " + unreadable.getMessage(), unreadable);
    }
  }

  /**
   * How to reach the topics of a run.
   *
   * @param given the broker's address on the command line; null if none is named there
   * @param prefix the prefix of the topics' names; null for the one that the run began with
   * @param clientProperties settings of every Kafka client
   * @throws UserError if the run began elsewhere
   */
  public static ConnectionSettings connection(
      RunDirectory run,
      @Nullable String given,
      @Nullable Topics prefix,
      Map<String, String> clientProperties) {
    Optional<RunBroker> before = of(run);
    if (before.isEmpty()) {
      Topics topics = prefix == null ? Topics.standard() : prefix;
      return new ConnectionSettings(given, run.path(), topics, clientProperties);
    }
    Topics topics = new Topics(before.get().topicPrefix());
    if (prefix != null && !prefix.equals(topics)) {
      throw new UserError(
          "the topics of run %s begin with %s, not with %s; leave out --topic-prefix"
              .formatted(run.runId(), topics.prefix(), prefix.prefix()));
    }
    if (given != null && before.get().bootstrapServers() == null) {
      throw new UserError(
          "the topics of run %s are on the broker in its directory; leave out --bootstrap-servers"
              .formatted(run.runId()));
    }
    String address = given == null ? before.get().bootstrapServers() : given;
    return new ConnectionSettings(address, run.path(), topics, clientProperties);
  }

  /**
   * Notes where a run's topics are.
   *
   * @throws UserError if they were in another cluster before
   */
  public static void note(RunDirectory run, Connection broker) {
    RunBroker now =
        new RunBroker(
            broker.embedded() ? null : broker.bootstrapServers(),
            broker.topics().prefix(),
            broker.clusterId());
    of(run)
        .filter(before -> !before.clusterId().equals(now.clusterId()))
        .ifPresent(
            before -> {
              throw new UserError(
                  "run %s began with the Kafka cluster %s, and this broker is of the cluster %s; name the broker that it began with"
                      .formatted(run.runId(), before.clusterId(), now.clusterId()));
            });
    try {
      WholeFile.write(file(run), MAPPER.writeValueAsString(now) + "\n");
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
