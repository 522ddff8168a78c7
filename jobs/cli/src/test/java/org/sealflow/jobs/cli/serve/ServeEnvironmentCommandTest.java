package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.kafka.Connection;
import org.sealflow.jobs.kafka.Publisher;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.jobs.kafka.TestingRecords;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.PatchRecord;
import org.sealflow.schemas.PatchState;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ServeEnvironmentCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TERMINATED = 143;

  @TempDir private Path folder;

  private static String tasks() {
    return Reference.repository().resolve("data/tasks").toString();
  }

  /** A server in a process of its own; closing ends it. */
  private record Served(Process process, BufferedReader output, Path complaints)
      implements AutoCloseable {
    /** The line that says where what is served. */
    JsonNode announced() throws IOException {
      String line = output.readLine();
      assertThat(line).as(Files.readString(complaints)).isNotNull();
      return JSON.readTree(line);
    }

    void stop() throws Exception {
      // Its parent has closed nothing: it ends by the signal.
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(TERMINATED);
      assertThat(output.readLine()).isNull();
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      output.close();
    }
  }

  private Served serve(String... options) throws IOException {
    List<String> line =
        TestingServe.command(
            "environment", "--tasks", tasks(), "--agentevolver-port", "0", "--json");
    line.addAll(List.of(options));
    Path complaints = folder.resolve("complaints");
    Process process = new ProcessBuilder(line).redirectError(complaints.toFile()).start();
    return new Served(process, process.inputReader(StandardCharsets.UTF_8), complaints);
  }

  @Test
  void tasksAreServedByAllProtocolsUntilTheProcessIsToldToStop() throws Exception {
    try (Served served =
        serve(
            "--split", "scenario", "--openenv-port", "0", "--nemo-port", "0", "--mcp-port", "0")) {
      JsonNode announced = served.announced();
      assertThat(announced.path("tasks").toString()).isEqualTo("{\"bfcl\":51}");
      assertThat(
              post(
                      announced.path("agentevolver").asText() + "get_env_profile",
                      "{\"env_type\": \"bfcl\", \"params\": {\"split\": \"test\"}}")
                  .path("data"))
          .isNotEmpty();
      assertThat(
              post(announced.path("openenv").asText() + "bfcl/turns/reset", "{\"seed\": 3}")
                  .at("/observation/messages"))
          .hasSize(1);
      assertThat(
              post(
                  announced.path("nemo").asText() + "seed_session",
                  "{\"responses_create_params\": {}, \"task_id\": \"multi_turn_base_0\"}"))
          .isEmpty();
      assertThat(
              post(
                      announced.path("mcp").asText() + "mcp/bfcl",
                      "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": {}}")
                  .at("/result/serverInfo/name")
                  .asText())
          .isEqualTo("sealflow");
      served.stop();
      assertThat(Files.readString(served.complaints())).isEmpty();
    }
  }

  @Test
  void oneProcessServesSeveralEnvironments() throws Exception {
    Path twin = TestingTwin.of(Path.of(tasks()), folder.resolve("twin-tasks"));
    try (Served served =
        serve("--tasks", twin.toString(), "--openenv-port", "0", "--mcp-port", "0")) {
      JsonNode announced = served.announced();
      assertThat(announced.path("tasks").toString()).isEqualTo("{\"bfcl\":51,\"twin\":51}");
      for (String environment : List.of("bfcl", "twin")) {
        assertThat(
                post(
                        announced.path("agentevolver").asText() + "get_env_profile",
                        "{\"env_type\": \"" + environment + "\"}")
                    .path("data"))
            .hasSize(51);
        assertThat(
                post(
                        announced.path("openenv").asText() + environment + "/tools/reset",
                        "{\"task_id\": \"multi_turn_base_0\"}")
                    .at("/observation/messages"))
            .hasSize(1);
        assertThat(
                post(
                        announced.path("mcp").asText() + "mcp/" + environment,
                        "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"initialize\", \"params\": {}}")
                    .at("/result/protocolVersion")
                    .asText())
            .isEqualTo("2025-11-25");
      }
    }
  }

  @Test
  void twoDirectoriesNeedTwoEnvironments() {
    assertFails(
        ExitCodes.FAILED,
        tasks() + " and " + tasks() + " hold tasks of bfcl, expected one directory for an",
        "--tasks",
        tasks(),
        "--tasks",
        tasks());
    assertFails(
        ExitCodes.USAGE,
        "--environment is given with 2 --tasks, expected one",
        "--environment",
        "bfcl",
        "--tasks",
        tasks(),
        "--tasks",
        tasks());
    assertFails(
        ExitCodes.USAGE,
        "--split is a file with 2 --tasks, expected one",
        "--split",
        "lists.json",
        "--tasks",
        tasks(),
        "--tasks",
        tasks());
  }

  @Test
  void episodesAreRecordedAndShownThePatchesOfTheirRun() throws Exception {
    String prefix = BROKER.newTopics();
    publish(prefix, TestingRecords.patch("multi_turn_base", PatchState.ACTIVE, 1));
    try (Served served =
        serve(
            "--bootstrap-servers",
            BROKER.bootstrapServers(),
            "--topic-prefix",
            prefix,
            "--patches",
            "live",
            "--run",
            "run-7",
            "--holdout",
            "0",
            "--group-size",
            "1")) {
      String url = served.announced().path("agentevolver").asText();
      String create =
          "{\"task_id\": \"multi_turn_base_4\", \"instance_id\": \"i\", \"params\": {}}";
      assertThat(post(url + "create", create).at("/data/state/0/content").asText())
          .contains("Give every argument marked");
      post(url + "step", "{\"instance_id\": \"i\", \"messages\": {\"content\": \"Done.\"}}");
      publish(prefix, TestingRecords.patch("multi_turn_base", PatchState.RETIRED, 2));
      String plain = "Give every argument marked";
      for (int tries = 0; plain.contains("Give every argument marked"); tries++) {
        assertThat(tries).as("looks at what an episode is shown").isLessThan(10_000);
        plain = post(url + "create", create).at("/data/state/0/content").asText();
      }
      served.stop();
    }
    List<TrajectoryEvent> first = events(prefix, "/e0");
    assertThat(first)
        .extracting(TrajectoryEvent::getKind)
        .containsExactly(
            EventKind.EPISODE_STARTED,
            EventKind.ASSISTANT_STEP,
            EventKind.TURN_ENDED,
            EventKind.EPISODE_ENDED);
    assertThat(first.get(0).getRunId()).isEqualTo("run-7");
    assertThat(first.get(0).getEpisodeStarted().getArm()).isEqualTo(Arm.PATCHED);
    assertThat(first.get(0).getEpisodeStarted().getShownPatches())
        .containsExactly(
            TestingRecords.patch("multi_turn_base", PatchState.ACTIVE, 1).getPatchKey());
    assertThat(first.get(3).getEpisodeEnded().getReason()).isEqualTo(EndReason.CANCELLED);
  }

  private static void publish(String prefix, PatchRecord patch) {
    try (Connection connection = BROKER.connection(prefix);
        Publisher publisher = Publisher.open(connection)) {
      publisher.patch(patch);
      publisher.flush();
    }
  }

  private static List<TrajectoryEvent> events(String prefix, String episode) throws Exception {
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    List<TrajectoryEvent> events = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.TRAJECTORIES)) {
      TrajectoryEvent event = codec.decode(record.value());
      if (event.getEpisodeId().endsWith(episode)) {
        events.add(event);
      }
    }
    return events;
  }

  private static JsonNode post(String url, String body) throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  @Test
  void aPortThatIsTakenIsToldBeforeTasksAreRead() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertFails(
          ExitCodes.FAILED,
          "cannot listen at 127.0.0.1:" + port + " (Address already in use): choose another port",
          "--tasks",
          "/nowhere",
          "--openenv-port",
          port);
    }
  }

  @Test
  void whatKeepsItFromServingIsOneLine() {
    String empty = folder.toString();
    assertFails(ExitCodes.FAILED, "no task directory /nowhere; ", "--tasks", "/nowhere");
    assertFails(ExitCodes.FAILED, empty + " holds no tasks, expected files ", "--tasks", empty);
    assertFails(
        ExitCodes.FAILED,
        "no environment 'chess'; there are ",
        "--environment",
        "chess",
        "--tasks",
        tasks());
    assertFails(
        ExitCodes.FAILED,
        "no task directory /nowhere; ",
        "--environment",
        "bfcl",
        "--tasks",
        "/nowhere");
    assertFails(ExitCodes.USAGE, "--max-steps is 0", "--tasks", tasks(), "--max-steps", "0");
    assertFails(ExitCodes.USAGE, "--max-sessions is 0", "--tasks", tasks(), "--max-sessions", "0");
    assertFails(ExitCodes.USAGE, "--group-size is 0", "--tasks", tasks(), "--group-size", "0");
    assertFails(ExitCodes.USAGE, "--holdout is 2.0", "--tasks", tasks(), "--holdout", "2");
    assertFails(
        ExitCodes.USAGE, "--session-timeout is 0", "--tasks", tasks(), "--session-timeout", "0s");
    assertFails(ExitCodes.USAGE, "--max-body is 0", "--tasks", tasks(), "--max-body", "0");
    assertFails(
        ExitCodes.USAGE,
        "--nemo-port: port is '70000', expected 0 (any) to 65535",
        "--tasks",
        tasks(),
        "--nemo-port",
        "70000");
  }

  @Test
  void twoProtocolsNeedTwoPorts() {
    TestingCommandLine served =
        TestingCommandLine.run(
            "serve", "environment", "--tasks", tasks(), "--nemo-port", "9", "--openenv-port", "9");
    assertThat(served.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(served.err())
        .startsWith("sealflow: --nemo-port and --openenv-port are both 9, expected two");
  }

  private static void assertFails(int exitCode, String message, String... arguments) {
    List<String> line = new ArrayList<>(List.of("serve", "environment"));
    line.addAll(List.of(arguments));
    if (line.stream().noneMatch(word -> word.endsWith("-port"))) {
      line.addAll(List.of("--agentevolver-port", "0"));
    }
    TestingCommandLine served = TestingCommandLine.run(line.toArray(new String[0]));
    assertThat(served.exitCode()).isEqualTo(exitCode);
    assertThat(served.err()).startsWith("sealflow: " + message);
    assertThat(served.err().lines()).hasSize(1);
    assertThat(served.out()).isEmpty();
  }
}
