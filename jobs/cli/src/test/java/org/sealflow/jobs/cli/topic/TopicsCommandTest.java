package org.sealflow.jobs.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Topic;

class TopicsCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path empty;

  @Test
  void creatingTwiceCreatesOnce() {
    String prefix = BROKER.newPrefix();
    TestingCommandLine first = topics(prefix, "create");
    TestingCommandLine second = topics(prefix, "create");
    assertThat(first.exitCode()).isZero();
    assertThat(first.lines()).hasSize(1 + Topic.values().length);
    assertThat(first.lines().subList(1, first.lines().size()))
        .allMatch(line -> line.endsWith("created"));
    assertThat(second.exitCode()).isZero();
    assertThat(second.err()).isEmpty();
    assertThat(second.lines().subList(1, second.lines().size()))
        .allMatch(line -> line.endsWith("was there"));
  }

  @Test
  void topicsGetTheSettingsOfTheSchema() throws Exception {
    String prefix = BROKER.newTopics();
    JsonNode listed = json(prefix);
    for (Topic topic : Topic.values()) {
      JsonNode state = state(listed, prefix + topic.baseName());
      assertThat(state.get("partitions").asInt()).isEqualTo(topic.partitions());
      assertThat(state.get("replication").asInt()).isEqualTo(1);
      assertThat(state.get("cleanup").asText()).isEqualTo(topic.cleanup().value());
      assertThat(state.get("guarantee").asText()).isEqualTo(topic.guarantee());
      assertThat(state.get("differences")).isEmpty();
    }
  }

  @Test
  void partitionsAreThoseOfTheTopicsSplitByEpisode() throws Exception {
    String prefix = BROKER.newPrefix();
    assertThat(topics(prefix, "create", "--partitions", "3").exitCode()).isZero();
    JsonNode listed = json(prefix);
    assertThat(state(listed, prefix + "trajectories").get("partitions").asInt()).isEqualTo(3);
    assertThat(state(listed, prefix + "diagnoses").get("partitions").asInt()).isEqualTo(3);
    assertThat(state(listed, prefix + "environment-patches").get("partitions").asInt())
        .isEqualTo(1);
    TestingCommandLine other = topics(prefix, "create", "--partitions", "5");
    assertThat(other.exitCode()).isZero();
    assertThat(other.err()).contains(prefix + "trajectories has 3 partitions, expected 5");
  }

  @Test
  void otherSettingsAreReportedAndNotChanged() throws Exception {
    String prefix = BROKER.newPrefix();
    try (Connection connection = BROKER.connection(prefix);
        Admin admin = connection.admin()) {
      admin
          .createTopics(
              List.of(
                  new NewTopic(prefix + "tasks", Optional.of(1), Optional.empty())
                      .configs(Map.of("cleanup.policy", "delete", "max.message.bytes", "1000"))))
          .all()
          .get();
    }
    TestingCommandLine created = topics(prefix, "create");
    assertThat(created.exitCode()).isZero();
    assertThat(created.err())
        .contains("sealflow: " + prefix + "tasks cleanup.policy is delete, expected compact; ")
        .contains("max.message.bytes is 1000, expected 8388608; ");
    assertThat(state(json(prefix), prefix + "tasks").get("cleanup").asText()).isEqualTo("delete");
  }

  @Test
  void theListCountsRecordsAndNamesWhatIsMissing() throws Exception {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(
          connection, TestingRecords.passedTurn("e1", 0), TestingRecords.passedTurn("e2", 0));
    }
    TestingCommandLine listed = topics(prefix, "list");
    assertThat(listed.exitCode()).isZero();
    assertThat(listed.lines().get(0)).matches("topic +partitions +cleanup +records +guarantee");
    assertThat(listed.lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(prefix + "diagnoses +8 +delete +2 +at least once, idempotent.*"));
    TestingCommandLine nothing = topics(BROKER.newPrefix(), "list");
    assertThat(nothing.exitCode()).isZero();
    assertThat(nothing.out()).contains("missing");
    assertThat(nothing.err()).contains("create it with `sealflow topics create`");
  }

  @Test
  void withoutBrokerThereIsOneLine() {
    for (String command : new String[] {"create", "list"}) {
      TestingCommandLine failed =
          TestingCommandLine.run("topics", command, "--data-dir", empty.toString());
      assertThat(failed.exitCode()).isEqualTo(1);
      assertThat(failed.out()).isEmpty();
      assertThat(failed.err())
          .isEqualToNormalizingNewlines(
              "sealflow: no broker runs in "
                  + empty
                  + "; start one with `sealflow diagnose`, or give --bootstrap-servers"
                  + " HOST:PORT\n");
    }
  }

  @Test
  void numbersAndPrefixesOutOfRangeAreRefused() {
    TestingCommandLine partitions =
        topics(BROKER.newPrefix(), "create", "--partitions", "0", "--replication", "0");
    assertThat(partitions.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(partitions.err()).contains("partitions is 0").contains("replication is 0");
    TestingCommandLine prefix = topics("a b", "list");
    assertThat(prefix.exitCode()).isEqualTo(2);
    assertThat(prefix.err()).contains("topic prefix is 'a b'");
    assertThat(TestingCommandLine.run("topics").exitCode()).isEqualTo(2);
  }

  private static TestingCommandLine topics(String prefix, String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "topics",
                command,
                "--data-dir",
                BROKER.dataDirectory().toString(),
                "--topic-prefix",
                prefix));
    arguments.addAll(List.of(more));
    return TestingCommandLine.run(arguments.toArray(new String[0]));
  }

  private static JsonNode json(String prefix) throws Exception {
    return new ObjectMapper().readTree(topics(prefix, "list", "--json").out());
  }

  private static JsonNode state(JsonNode listed, String name) {
    for (JsonNode state : listed) {
      if (state.get("topic").asText().equals(name)) {
        return state;
      }
    }
    throw new AssertionError("no topic " + name + " in " + listed);
  }
}
