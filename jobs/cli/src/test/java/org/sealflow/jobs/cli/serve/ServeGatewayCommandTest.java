package org.sealflow.jobs.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.kafka.TestingBroker;
import org.sealflow.python.Reference;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;

@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ServeGatewayCommandTest {
  @RegisterExtension static final TestingBroker BROKER = new TestingBroker();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TERMINATED = 143;
  private static final String TASK = "multi_turn_base_0";

  /** The answers that solve the task: calls as name and arguments, or words. */
  private static final List<List<String>> SOLUTION =
      List.of(
          List.of("cd", "{'folder':'episodes'}"),
          List.of("ls", "{'a':true}"),
          List.of("There they are."),
          List.of(
              "grep",
              "{'file_name':'ep12_script.md','pattern':'Todo'}",
              "wc",
              "{'file_name':'ep12_script.md','mode':'w'}"),
          List.of("Counted."),
          List.of("mv", "{'source':'ep11_script.md','destination':'ep11_aired.md'}"),
          List.of("diff", "{'file_name1':'ep11_aired.md','file_name2':'ep12_script.md'}"),
          List.of("Compared."));

  @TempDir private Path folder;

  private static String tasks() {
    return Reference.repository().resolve("data/tasks").toString();
  }

  /** A policy that solves the task: the number of its answers says how far it is. */
  private static HttpServer policy() throws IOException {
    HttpServer policy =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    policy.createContext(
        "/v1/chat/completions",
        exchange -> {
          try (exchange) {
            JsonNode messages =
                JSON.readTree(exchange.getRequestBody().readAllBytes()).path("messages");
            long answered =
                StreamSupport.stream(messages.spliterator(), false)
                    .filter(message -> message.path("role").asText().equals("assistant"))
                    .count();
            byte[] body = JSON.writeValueAsBytes(answer(SOLUTION.get((int) answered)));
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    policy.start();
    return policy;
  }

  private static ObjectNode answer(List<String> said) {
    ObjectNode answer = JSON.createObjectNode();
    ObjectNode message =
        answer.putArray("choices").addObject().putObject("message").put("role", "assistant");
    if (said.size() == 1) {
      message.put("content", said.get(0));
      return answer;
    }
    ArrayNode calls = message.putNull("content").putArray("tool_calls");
    for (int i = 0; i < said.size(); i += 2) {
      ObjectNode call = calls.addObject().put("id", "c" + i).put("type", "function");
      call.putObject("function")
          .put("name", said.get(i))
          .put("arguments", said.get(i + 1).replace('\'', '"'));
    }
    return answer;
  }

  /** A gateway in a process of its own; closing ends it. */
  private record Served(Process process, BufferedReader output, Path complaints)
      implements AutoCloseable {
    /** Where agents reach it. */
    String url() throws IOException {
      String line = output.readLine();
      assertThat(line).as(Files.readString(complaints)).isNotNull();
      return JSON.readTree(line).path("url").asText();
    }

    void stop() throws Exception {
      // Its parent has closed nothing: it ends by the signal.
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(TERMINATED);
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      output.close();
    }
  }

  private Served serve(HttpServer upstream, String... options) throws IOException {
    List<String> line =
        TestingServe.command(
            "gateway",
            "--upstream",
            "http://127.0.0.1:" + upstream.getAddress().getPort() + "/v1",
            "--port",
            "0",
            "--tasks",
            tasks(),
            "--as-of",
            "2026-01-15",
            "--json");
    line.addAll(List.of(options));
    Path complaints = folder.resolve("complaints");
    Process process = new ProcessBuilder(line).redirectError(complaints.toFile()).start();
    return new Served(process, process.inputReader(StandardCharsets.UTF_8), complaints);
  }

  /** An agent that knows nothing of the gateway but its URL and a header. */
  private static void play(String url) throws Exception {
    ArrayNode messages = JSON.createArrayNode();
    for (int answers = 0; answers < SOLUTION.size(); answers++) {
      JsonNode last = messages.path(messages.size() - 1);
      if (last.path("tool_calls").isEmpty()) {
        messages.addObject().put("role", "user").put("content", "Next, please.");
      }
      for (JsonNode call : last.path("tool_calls")) {
        messages
            .addObject()
            .put("role", "tool")
            .put("tool_call_id", call.path("id").asText())
            .put("content", "what its own world said");
      }
      ObjectNode request = JSON.createObjectNode().put("model", "any");
      request.set("messages", messages);
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url + "/chat/completions"))
                      .header("Content-Type", "application/json")
                      .header("X-Sealflow-Task", TASK)
                      .POST(HttpRequest.BodyPublishers.ofString(request.toString()))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      messages.add(JSON.readTree(response.body()).at("/choices/0/message"));
    }
  }

  @Test
  void whatAForeignAgentDidIsDiagnosedWithAndWithoutItsTask() throws Exception {
    Path file = folder.resolve("conversations.jsonl");
    HttpServer policy = policy();
    try (Served served = serve(policy, "--record", file.toString())) {
      play(served.url());
      served.stop();
      assertThat(Files.readString(served.complaints()))
          .isEqualTo(
              "recorded 8 calls in 1 conversations; not recorded: 0 calls dropped, 0 unreadable, 0"
                  + " broken off, 0 conversations not written\n");
    } finally {
      policy.stop(0);
    }
    TestingCommandLine review = TestingCommandLine.run("replay", file.toString());
    assertThat(review.err()).isEmpty();
    assertThat(review.out()).startsWith("trajectories: 1 unjudged");
    Path output = folder.resolve("diagnoses.jsonl");
    TestingCommandLine replay =
        TestingCommandLine.run(
            "replay", file + ".avro", "--tasks", tasks(), "--output", output.toString());
    assertThat(replay.exitCode()).as(replay.err()).isZero();
    assertThat(Files.readString(output)).contains("PASSED").contains(TASK);
  }

  @Test
  void episodesOfTasksGoToTheTopic() throws Exception {
    String prefix = BROKER.newTopics();
    HttpServer policy = policy();
    try (Served served =
        serve(
            policy,
            "--bootstrap-servers",
            BROKER.bootstrapServers(),
            "--topic-prefix",
            prefix,
            "--run",
            "run-9")) {
      play(served.url());
      served.stop();
    } finally {
      policy.stop(0);
    }
    Codec<TrajectoryEvent> codec = Codec.of(TrajectoryEvent.class);
    List<TrajectoryEvent> events = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : BROKER.records(prefix, Topic.TRAJECTORIES)) {
      events.add(codec.decode(record.value()));
    }
    assertThat(events).hasSize(1 + 5 * 2 + 3 * 2 + 1);
    assertThat(events).extracting(TrajectoryEvent::getRunId).containsOnly("run-9");
    assertThat(events.get(0).getEpisodeStarted().getTaskId()).isEqualTo(TASK);
    assertThat(events.get(events.size() - 1).getEpisodeEnded().getReason())
        .isEqualTo(EndReason.COMPLETED);
    assertThat(BROKER.records(prefix, Topic.TASKS)).isNotEmpty();
  }

  @Test
  void whatKeepsItFromServingIsOneLine() throws IOException {
    String file = folder.resolve("c.jsonl").toString();
    assertFails(ExitCodes.USAGE, "nothing is recorded: give --record FILE, or --tasks DIR");
    assertFails(
        ExitCodes.USAGE,
        "--bootstrap-servers takes the episodes of tasks: give --tasks DIR",
        "--bootstrap-servers",
        "localhost:9");
    assertFails(
        ExitCodes.FAILED, "no task directory /nowhere; ", "--record", file, "--tasks", "/nowhere");
    assertFails(ExitCodes.USAGE, "--idle is 0", "--record", file, "--idle", "0s");
    assertFails(ExitCodes.USAGE, "--max-body is 0", "--record", file, "--max-body", "0");
    assertFails(
        ExitCodes.USAGE, "--episode-header is 'a b'", "--record", file, "--episode-header", "a b");
    Files.writeString(folder.resolve("c.jsonl.avro"), "no Avro");
    assertFails(
        ExitCodes.FAILED,
        file + ".avro is no whole file of trajectory events: move it away",
        "--record",
        file,
        "--tasks",
        tasks());
    String within = folder.resolve("c.jsonl.avro").resolve("d.jsonl").toString();
    assertFails(
        ExitCodes.FAILED, "the recording " + within + " cannot be written (", "--record", within);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertFails(
          ExitCodes.FAILED, "cannot listen at 127.0.0.1:" + port, "--record", file, "--port", port);
    }
  }

  private static void assertFails(int exitCode, String message, String... arguments) {
    List<String> line =
        new ArrayList<>(List.of("serve", "gateway", "--upstream", "http://localhost:1/v1"));
    line.addAll(List.of(arguments));
    TestingCommandLine served = TestingCommandLine.run(line.toArray(new String[0]));
    assertThat(served.err()).startsWith("sealflow: " + message);
    assertThat(served.exitCode()).isEqualTo(exitCode);
    assertThat(served.err().lines()).hasSize(1);
    assertThat(served.out()).isEmpty();
  }
}
