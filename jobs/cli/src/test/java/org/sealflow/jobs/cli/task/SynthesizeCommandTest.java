package org.sealflow.jobs.cli.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.train.TestingProfiles.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.train.TestingProfiles;
import org.sealflow.schemas.CapabilityKind;
import org.sealflow.schemas.CapabilityProfile;

final class SynthesizeCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final Path TOOLS = Path.of("..", "..", "data", "tasks");

  @TempDir private Path folder;
  private String prefix = "";

  @BeforeEach
  void writeTasks() throws Exception {
    prefix = BROKER.newTopics();
    for (GeneratorSplit split : List.of(GeneratorSplit.TRAIN, GeneratorSplit.TEST)) {
      TaskFiles.write(
          new TaskGenerator(GeneratorSettings.of(1, split), TaskFiles.sources(TOOLS)),
          40,
          TOOLS,
          folder.resolve(split.label()));
    }
  }

  private void send(CapabilityProfile... profiles) {
    try (Connection connection = BROKER.connection(prefix)) {
      TestingProfiles.send(connection, profiles);
    }
  }

  /** A run that is bad at making folders; an older profile said otherwise, as does another run. */
  private void sendWeakness() {
    send(
        profile("a", CapabilityKind.TOOL, "mkdir", 20),
        profile("a", CapabilityKind.TOOL_FAILURE, "mkdir::MISSING_CALL", 1),
        profile("a", CapabilityKind.TOOL_FAILURE, "mkdir::MISSING_CALL", 15),
        profile("b", CapabilityKind.TOOL, "post_tweet", 50),
        profile("b", CapabilityKind.TOOL_FAILURE, "post_tweet::MISSING_CALL", 50));
  }

  private TestingCommandLine synthesize(String run, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--run",
                run,
                "--bootstrap-servers",
                BROKER.bootstrapServers(),
                "--topic-prefix",
                prefix,
                "--output",
                folder.resolve("made").toString()));
    arguments.addAll(List.of(more));
    return TestingCommandLine.run(
        new SynthesizeCommand(Clock.systemUTC(), Map.of()), arguments.toArray(String[]::new));
  }

  private String[] tasks(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--tools",
                TOOLS.toString(),
                "--tasks",
                folder.resolve("train").toString(),
                "--held-out",
                folder.resolve("test").toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void theGeneratorsTasksFollowTheProfilesOfTheRunAndSayWhy() throws Exception {
    sendWeakness();
    TestingCommandLine line = synthesize("a", tasks("--count", "12"));
    assertThat(line.exitCode()).as(line.err()).isZero();
    assertThat(line.lines().get(0))
        .isEqualTo(
            "1 weak capability; weakest: TOOL_FAILURE/*/mkdir::MISSING_CALL (mkdir is to blame in"
                + " 15 of 20 turns (MISSING_CALL))");
    assertThat(line.lines().get(line.lines().size() - 1))
        .matches("proposed \\d+ = admitted 12 \\+ refused \\d+.*");
    TaskDirectory made = TaskDirectory.read(folder.resolve("made"));
    assertThat(made.tasks()).hasSize(12);
    assertThat(made.tasks()).allMatch(task -> task.groundTruth().toString().contains("mkdir("));
    List<String> origins = Files.readAllLines(folder.resolve("made/synthesis.jsonl"));
    assertThat(origins).hasSize(12);
    JsonNode origin = new ObjectMapper().readTree(origins.get(0));
    assertThat(made.contains(origin.get("task").asText())).isTrue();
    assertThat(origin.get("origin").asText()).isEqualTo("generator");
    assertThat(origin.get("evidence").asText()).startsWith("mkdir is to blame in 15 of 20 turns");
  }

  @Test
  void aServerThatFailsLeavesALedgerAndNoTask() throws Exception {
    sendWeakness();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(500, -1);
          exchange.close();
        });
    server.start();
    String url = "http://localhost:" + server.getAddress().getPort() + "/v1";
    TestingCommandLine line =
        synthesize("a", tasks("--base-url", url, "--model", "m", "--requests", "2"));
    server.stop(0);
    assertThat(line.exitCode()).isZero();
    assertThat(line.lines().subList(1, 4))
        .containsExactly(
            "no task was admitted; nothing is written",
            "requests 2 = answered 0 + failed 2: http-status 2",
            "proposed 0 = admitted 0 + refused 0");
    assertThat(line.err()).contains("request: http-status: status 500, expected 200");
    assertThat(folder.resolve("made")).doesNotExist();
  }

  @Test
  void programsReadTheLedgerAsJson() throws Exception {
    sendWeakness();
    TestingCommandLine line = synthesize("a", tasks("--count", "3", "--json"));
    JsonNode read = new ObjectMapper().readTree(line.out());
    assertThat(read.get("admitted").asInt()).isEqualTo(3);
    int refused = 0;
    for (JsonNode count : read.get("refused")) {
      refused += count.asInt();
    }
    assertThat(read.get("proposed").asInt()).isEqualTo(3 + refused);
    assertThat(read.get("requests").get("sent").asInt()).isZero();
  }

  @Test
  void whatIsMissingIsSaidInOneLine() {
    assertThat(synthesize("a", "--count", "0").err()).contains("--count is 0, expected 1 or more");
    assertThat(synthesize("a").err())
        .contains("no run directory a was found")
        .contains("give --tasks DIR and --held-out DIR");
    assertThat(synthesize("a", "--tasks", folder.toString()).err())
        .contains("--tasks and --held-out go together");
    assertThat(synthesize("a", "--base-url", "http://localhost:1/v1").err())
        .contains("--base-url needs --model");
    assertThat(synthesize("a", "--model", "m").err()).contains("--model needs --base-url");
    send(profile("a", CapabilityKind.TOOL, "mkdir", 20));
    assertThat(synthesize("a", tasks()).err())
        .contains("run a shows no weakness yet in 1 capability profile");
    assertThat(folder.resolve("made")).doesNotExist();
  }
}
