package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Console;

/** {@code sealflow replay} of tau2-bench's own result files. */
final class TauResultsReplayTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private static Path tasks() {
    return Reference.folder().resolve("tau2");
  }

  private static Path example(String name) {
    return Reference.folder().resolve("formats").resolve("tau2").resolve(name);
  }

  private static Console replay(Path file, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("replay", file.toString(), "--tasks", tasks().toString()));
    arguments.addAll(Arrays.asList(more));
    return Console.run(arguments.toArray(String[]::new));
  }

  private static JsonNode summary(Path file) throws IOException {
    Console console = replay(file, "--json");
    assertThat(console.exitCode()).as(console.err()).isZero();
    return JSON.readTree(console.out());
  }

  @ParameterizedTest
  @CsvSource({
    "pass.json, 1, 0, 0",
    "fail-tool-errors.json, 0, 1, 0",
    "parallel.json, 1, 0, 0",
    "mixed.json, 2, 1, 1",
    "sparse.json, 1, 0, 0",
    "dir, 1, 1, 0"
  })
  void anExampleIsRecognisedAndItsRewardsFoundAgain(
      String file, int passed, int failed, int brokeDown) throws IOException {
    JsonNode summary = summary(example(file));
    JsonNode mock = summary.at("/domains/mock");
    assertThat(mock.get("passed").asInt()).isEqualTo(passed);
    assertThat(mock.get("failed").asInt()).isEqualTo(failed);
    assertThat(mock.get("brokeDown").asInt()).isEqualTo(brokeDown);
    assertThat(mock.get("driftedResults").asInt()).isZero();
    JsonNode rewards = summary.get("rewards");
    assertThat(rewards.get("recorded").asInt()).isEqualTo(passed + failed);
    assertThat(rewards.get("equal").asInt()).isEqualTo(passed + failed);
    assertThat(rewards.get("different").asInt()).isZero();
  }

  @Test
  void aBrokenFileIsSaidInOneLineAndFails() {
    for (String file : List.of("truncated.json", "no-domain.json", "voice.json", "dir-missing")) {
      Console console = replay(example("broken").resolve(file), "--format", "tau2");
      assertThat(console.exitCode()).as(file).isEqualTo(1);
      assertThat(console.errorLines()).as(file).hasSize(1);
    }
    Console unverified = replay(example("broken").resolve("missing-result.json"));
    assertThat(unverified.exitCode()).isZero();
    assertThat(unverified.out()).contains("1 note:", "sim-b-0 messages[2]: call 'call_p1'");
  }

  @Test
  void withoutTheBenchmarksDataNothingIsExecuted() {
    Console console = Console.run("replay", example("pass.json").toString());
    assertThat(console.exitCode()).isEqualTo(2);
    assertThat(console.err()).contains("format tau2, which needs --tasks DIR: a checkout");
  }

  /** The rows of a recording as a result file, which holds the tasks after the simulations. */
  private ObjectNode document(String domain) {
    ObjectNode document = JSON.createObjectNode();
    document.putObject("info").putObject("environment_info").put("domain_name", domain);
    ArrayNode simulations = document.putArray("simulations");
    for (JsonNode row : Reference.rows("oracle/tau2/" + domain + ".jsonl.gz")) {
      JsonNode reward = row.at("/reward_info/reward");
      if (row.get("task").isTextual() && reward.isNumber()) {
        ObjectNode simulation = simulations.addObject();
        simulation.put("id", row.get("id").asText()).put("task_id", row.get("task").asText());
        simulation.put("termination_reason", row.get("termination_reason").asText());
        simulation.putObject("reward_info").set("reward", reward);
        simulation.set("messages", messages(row));
      }
    }
    return document;
  }

  private static ArrayNode messages(JsonNode row) {
    ArrayNode messages = JSON.createArrayNode();
    int at = 0;
    for (JsonNode step : row.get("steps")) {
      ObjectNode message = messages.addObject().put("role", step.get("role").asText());
      message.set("content", step.path("content"));
      if (!step.has("calls")) {
        continue;
      }
      ArrayNode calls = message.putNull("content").putArray("tool_calls");
      for (JsonNode call : step.get("calls")) {
        ObjectNode made =
            calls.addObject().put("id", "c" + at).put("name", call.get("name").asText());
        made.put("requestor", step.get("role").asText()).set("arguments", call.get("arguments"));
        JsonNode result = row.get("results").get(at);
        messages
            .addObject()
            .put("role", "tool")
            .put("id", "c" + at)
            .put("content", result.get("content").asText())
            .put("error", result.get("error").asBoolean());
        at++;
      }
    }
    return messages;
  }

  private static JsonNode tasksOf(String domain) throws IOException {
    Path file = tasks().resolve("data/tau2/domains").resolve(domain).resolve("tasks.json");
    return JSON.readTree(file.toFile());
  }

  @Test
  void theRecordedRewardsOfADomainAreFoundAgain() throws IOException {
    ObjectNode document = document("airline");
    document.set("tasks", tasksOf("airline"));
    Path file = directory.resolve("airline.json.gz");
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
      JSON.writeValue(stream, document);
    }
    JsonNode summary = summary(file);
    int all = document.get("simulations").size();
    assertThat(all).isGreaterThan(800);
    assertThat(summary.at("/rewards/recorded").asInt()).isEqualTo(all);
    assertThat(summary.at("/rewards/equal").asInt()).isEqualTo(all);
    assertThat(summary.at("/rewards/lenient").asInt()).isZero();
    assertThat(summary.at("/passRates/1").asDouble()).isBetween(0.5, 0.9);
    assertThat(summary.at("/rootCauses/proven").asInt())
        .isEqualTo(summary.at("/domains/airline/failed").asInt());
  }

  @Test
  void anEpisodeThatStrictEvaluationRefusesIsScoredLenientlyAndMarked() throws IOException {
    ObjectNode document = (ObjectNode) JSON.readTree(example("pass.json").toFile());
    for (JsonNode message : document.at("/simulations/0/messages")) {
      if (message.get("role").asText().equals("tool")) {
        ((ObjectNode) message).put("content", "created");
      }
    }
    ((ObjectNode) document.at("/simulations/0/reward_info")).put("reward", 0.0);
    Path file = directory.resolve("old.json");
    JSON.writeValue(file.toFile(), document);
    Path output = directory.resolve("lines.jsonl");
    Console console = replay(file, "--output", output.toString());
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out())
        .contains("1 scored leniently", "1 differ", "sim-p-0: recorded 0.0, by execution 1.0");
    Map<String, JsonNode> lines = new LinkedHashMap<>();
    Reference.forEachRow(output, row -> lines.put(row.get("id").asText(), row));
    JsonNode line = lines.get("sim-p-0");
    assertThat(line.get("lenient").asBoolean()).isTrue();
    assertThat(line.get("verdict").asText()).isEqualTo("PASSED");
    assertThat(line.get("recordedReward").asDouble()).isZero();
    assertThat(line.get("reward").asDouble()).isEqualTo(1.0);
  }
}
