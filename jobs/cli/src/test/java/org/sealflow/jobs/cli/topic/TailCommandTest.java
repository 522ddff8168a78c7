package org.sealflow.jobs.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Topic;

class TailCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  @TempDir private Path empty;

  @Test
  void everythingThereIsIsShownFromEarliest() {
    String prefix = twoEpisodes();
    TestingCommandLine tail = tail(prefix, "diagnoses", "--from", "earliest", "--no-follow");
    assertThat(tail.exitCode()).isZero();
    assertThat(tail.err()).isEmpty();
    assertThat(tail.lines())
        .containsExactlyInAnyOrder(
            "2026-11-21T10:15:30Z  good  multi_turn_base_4  turn 0  pass",
            "2026-11-21T10:15:30Z  good  multi_turn_base_4  episode  PASSED  official: valid",
            "2026-11-21T10:15:30Z  bad  multi_turn_base_4  turn 0  pass",
            "2026-11-21T10:15:30Z  bad  multi_turn_base_4  turn 1  state_mismatch "
                + " ARGUMENT_MISMATCH  OWN  root cause",
            "    OTHER_VALUE: create_ticket(title='b') argument title expected 'a' found 'b'"
                + " (and 1 more)",
            "2026-11-21T10:15:30Z  bad  multi_turn_base_4  episode  POLICY_FAILED  official:"
                + " multi_turn:instance_state_mismatch  root cause: turn 1");
  }

  @Test
  void filtersSelectRecordsThatHaveTheValue() {
    String prefix = twoEpisodes();
    Map<List<String>, Integer> shown =
        Map.ofEntries(
            Map.entry(List.of("--run", "run-7"), 5),
            Map.entry(List.of("--run", "run-8"), 0),
            Map.entry(List.of("--mode", "eval"), 5),
            Map.entry(List.of("--mode", "train"), 0),
            Map.entry(List.of("--group", "bad"), 3),
            Map.entry(List.of("--episode", "good"), 2),
            Map.entry(List.of("--episode", "good", "--episode", "bad"), 5),
            Map.entry(List.of("--tag", "state_mismatch"), 2),
            Map.entry(List.of("--tag", "PASS"), 4),
            Map.entry(List.of("--failure", "ARGUMENT_MISMATCH"), 1),
            Map.entry(List.of("--failure", "MISSING_CALL"), 0),
            Map.entry(List.of("--tool", "logout"), 1),
            Map.entry(List.of("--verdict", "passed", "--verdict", "policy_failed"), 2),
            Map.entry(List.of("--verdict", "passed", "--episode", "bad"), 0),
            Map.entry(List.of("--category", "multi_turn_base"), 5),
            Map.entry(List.of("--category", "other"), 0));
    shown.forEach(
        (filters, records) -> {
          List<String> arguments =
              new ArrayList<>(List.of("--from", "earliest", "--no-follow", "--json"));
          arguments.addAll(filters);
          assertThat(tail(prefix, "diagnoses", arguments.toArray(new String[0])).lines())
              .as(filters.toString())
              .hasSize(records);
        });
  }

  @Test
  void episodesAreFilteredByWhatTheSearchForARepairCameTo() {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(
          connection,
          TestingRecords.failedTurn("unsearched", 1),
          TestingRecords.failedEpisode("unsearched"),
          searched("mended", RepairOutcome.FOUND),
          searched("open", RepairOutcome.NONE_FOUND));
    }
    Map<List<String>, String> shown =
        Map.of(
            List.of("--repair"), "mended",
            List.of("--repair", "found"), "mended",
            List.of("--repair", "none_found"), "open");
    shown.forEach(
        (filter, episode) -> {
          List<String> arguments =
              new ArrayList<>(List.of("--from", "earliest", "--no-follow", "--json"));
          arguments.addAll(filter);
          assertThat(tail(prefix, "diagnoses", arguments.toArray(new String[0])).lines())
              .as(filter.toString())
              .singleElement()
              .asString()
              .contains("\"" + episode + "\"");
        });
  }

  private static Diagnosis searched(String episode, RepairOutcome outcome) {
    Diagnosis diagnosis = TestingRecords.failedEpisode(episode);
    diagnosis.getEpisodeDiagnosis().setRepair(new Repair(outcome, List.of(), 2));
    return diagnosis;
  }

  @Test
  void jsonIsOnePlainObjectPerLine() throws Exception {
    String prefix = twoEpisodes();
    TestingCommandLine tail =
        tail(
            prefix,
            "diagnoses",
            "--from",
            "earliest",
            "--limit",
            "1",
            "--failure",
            "argument_mismatch",
            "--json");
    assertThat(tail.lines()).hasSize(1);
    JsonNode record = new ObjectMapper().readTree(tail.out());
    assertThat(record.get("episodeId").asText()).isEqualTo("bad");
    assertThat(record.get("kind").asText()).isEqualTo("TURN");
    assertThat(record.get("episodeDiagnosis").isNull()).isTrue();
    assertThat(record.at("/turnDiagnosis/endedAt").asText()).isEqualTo("2026-11-21T10:15:30.123Z");
    assertThat(record.at("/turnDiagnosis/evidence/0/expected").asText()).isEqualTo("'a'");
  }

  @Test
  void theLimitEndsFollowing() {
    String prefix = twoEpisodes();
    assertThat(tail(prefix, "diagnoses", "--from", "earliest", "--limit", "3", "--json").lines())
        .hasSize(3);
  }

  @Test
  void aTopicWithoutRecordsIsWaitedFor() throws Exception {
    String prefix = BROKER.newTopics();
    CompletableFuture<TestingCommandLine> tail =
        CompletableFuture.supplyAsync(
            () -> tail(prefix, "failures", "--from", "latest", "--limit", "1"));
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    int sent = 0;
    // Nobody outside can tell when the reader stands at the end, so there is always one more.
    try (Connection connection = BROKER.connection(prefix)) {
      while (!tail.isDone() && System.nanoTime() < deadline) {
        TestingRecords.send(
            connection,
            TestingRecords.failedRecord(Boundary.PARSE, prefix + "tasks", sent++, "x", 0));
      }
    }
    TestingCommandLine ended = tail.get(1, TimeUnit.SECONDS);
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.lines()).hasSize(2);
    assertThat(ended.lines().get(0)).contains("PARSE  " + prefix + "tasks/3/");
    assertThat(ended.lines().get(1)).isEqualTo("    send Avro");
  }

  @Test
  void aTimeAndAnAgeAreStarts() {
    String prefix = twoEpisodes();
    Clock soon = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    for (String[] start : new String[][] {{"2h", "5"}, {"2h ago", "5"}, {"30m", "0"}}) {
      TestingCommandLine tail =
          TestingCommandLine.run(
              new TailCommand(soon),
              arguments(prefix, "diagnoses", "--from", start[0], "--no-follow", "--json"));
      assertThat(tail.lines()).as(start[0]).hasSize(Integer.parseInt(start[1]));
    }
    assertThat(
            tail(prefix, "diagnoses", "--from", "2000-01-01T00:00:00Z", "--no-follow", "--json")
                .lines())
        .hasSize(5);
    assertThat(
            tail(prefix, "diagnoses", "--from", "0001-01-01T00:00:00Z", "--no-follow", "--json")
                .lines())
        .hasSize(5);
  }

  @Test
  void whatCannotBeReadIsALineWhateverTheFilter() throws Exception {
    String prefix = twoEpisodes();
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(
          connection, Topic.DIAGNOSES, "bad", TestingRecords.utf8("{\"not\": \"avro\"}"));
    }
    TestingCommandLine text =
        tail(prefix, "diagnoses", "--from", "earliest", "--no-follow", "--verdict", "passed");
    assertThat(text.exitCode()).isZero();
    assertThat(text.lines()).hasSize(2);
    assertThat(text.out())
        .containsPattern(prefix + "diagnoses/\\d/3  undecodable  Diagnosis: begins with 7B 22");
    TestingCommandLine json =
        tail(prefix, "diagnoses", "--from", "earliest", "--no-follow", "--json", "--episode", "x");
    JsonNode record = new ObjectMapper().readTree(json.out());
    assertThat(record.get("undecodable").asText()).startsWith("Diagnosis: begins with 7B 22");
    assertThat(record.get("topic").asText()).isEqualTo(prefix + "diagnoses");
    assertThat(record.get("offset").asLong()).isEqualTo(3);
  }

  @Test
  void tasksTrajectoriesAndDeletionsAreShown() {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      try (Publisher publisher = Publisher.open(connection)) {
        publisher.task(TestingRecords.toolDocs());
        publisher.task(TestingRecords.task("multi_turn_base_4"));
        TestingRecords.episodeEvents("e1", "list it").forEach(publisher::event);
        publisher.flush();
      }
      TestingRecords.send(connection, Topic.TASKS, "gone", null);
    }
    TestingCommandLine tasks = tail(prefix, "tasks", "--from", "earliest", "--no-follow");
    assertThat(tasks.lines()).hasSize(3);
    assertThat(tasks.lines().get(0)).endsWith("GorillaFileSystem  docs of 1 tool  9f86d081884c");
    assertThat(tasks.lines().get(1))
        .endsWith("multi_turn_base_4  multi_turn_base  1 turn  GorillaFileSystem  9f86d081884c");
    assertThat(tasks.lines().get(2)).endsWith(prefix + "tasks/0/2  deleted  gone");
    TestingCommandLine events = tail(prefix, "trajectories", "--from", "earliest", "--no-follow");
    assertThat(events.lines())
        .containsExactly(
            "2026-11-21T10:15:30Z  e1  #0  started  multi_turn_base_4  EVAL  HOLDOUT  model nano",
            "2026-11-21T10:15:30Z  e1  #1  turn 0 step 0  cd(folder='a'); ls()",
            "2026-11-21T10:15:30Z  e1  #2  turn 0 ended",
            "2026-11-21T10:15:30Z  e1  #3  ended  COMPLETED");
    assertThat(
            tail(prefix, "trajectories", "--from", "earliest", "--no-follow", "--tool", "ls")
                .lines())
        .hasSize(1);
  }

  @Test
  void aWrongCommandLineIsOneLineAndExitCodeTwo() {
    String prefix = BROKER.newPrefix();
    Map<List<String>, String> wrong =
        Map.of(
            List.of("nonsense"),
                "no topic 'nonsense'; expected one of tasks, rollout-batches, trajectories,"
                    + " diagnoses, capability-profiles, environment-patches, policy-updates,"
                    + " training-metrics, training-batches, failures",
            List.of("iles"), "no topic 'iles'",
            List.of("tasks", "--verdict", "PASSED"),
                "--verdict does not filter tasks (it filters diagnoses)",
            List.of("diagnoses", "--tag", "FLAWLESS"), "expected one of",
            List.of("diagnoses", "--from", "yesterday"), "'yesterday' is no start",
            List.of("diagnoses", "--limit", "0"), "--limit is 0");
    wrong.forEach(
        (arguments, message) -> {
          TestingCommandLine tail =
              tail(
                  prefix,
                  arguments.get(0),
                  arguments.subList(1, arguments.size()).toArray(new String[0]));
          assertThat(tail.exitCode()).as(arguments.toString()).isEqualTo(2);
          assertThat(tail.err()).contains(message);
          assertThat(tail.err().lines()).hasSize(1);
        });
  }

  @Test
  void aMissingTopicOrBrokerIsOneLineAndExitCodeOne() {
    TestingCommandLine topic = tail(BROKER.newPrefix(), "diagnoses");
    assertThat(topic.exitCode()).isEqualTo(1);
    assertThat(topic.err()).contains("create the topics with `sealflow topics create`");
    assertThat(topic.err().lines()).hasSize(1);
    TestingCommandLine broker =
        TestingCommandLine.run("tail", "diagnoses", "--data-dir", empty.toString());
    assertThat(broker.exitCode()).isEqualTo(1);
    assertThat(broker.err()).startsWith("sealflow: no broker runs in " + empty);
    assertThat(broker.err().lines()).hasSize(1);
  }

  private static String twoEpisodes() {
    String prefix = BROKER.newTopics();
    try (Connection connection = BROKER.connection(prefix)) {
      TestingRecords.send(
          connection,
          TestingRecords.passedTurn("good", 0),
          TestingRecords.passedEpisode("good"),
          TestingRecords.passedTurn("bad", 0),
          TestingRecords.failedTurn("bad", 1),
          TestingRecords.failedEpisode("bad"));
    }
    return prefix;
  }

  private static TestingCommandLine tail(String prefix, String topic, String... more) {
    List<String> arguments = new ArrayList<>(List.of("tail"));
    arguments.addAll(List.of(arguments(prefix, topic, more)));
    return TestingCommandLine.run(arguments.toArray(new String[0]));
  }

  private static String[] arguments(String prefix, String topic, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                topic, "--data-dir", BROKER.dataDirectory().toString(), "--topic-prefix", prefix));
    arguments.addAll(List.of(more));
    return arguments.toArray(new String[0]);
  }
}
