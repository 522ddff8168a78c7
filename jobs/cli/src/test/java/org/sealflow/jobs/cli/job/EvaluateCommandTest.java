package org.sealflow.jobs.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;

class EvaluateCommandTest {
  private static final String TASKS = Path.of("..", "..", "data", "tasks").toString();

  @TempDir private Path directory;

  @Test
  void theGroundTruthPassesEveryTaskThatCanBePassed() throws Exception {
    TestingCommandLine evaluate = evaluate("--policy", "scripted", "--runs", "2", "--json");
    assertThat(evaluate.exitCode()).as(evaluate.err()).isZero();
    JsonNode categories = new ObjectMapper().readTree(evaluate.out()).get("categories");
    JsonNode all = categories.get(categories.size() - 1);
    assertThat(all.get("category").asText()).isEqualTo("all");
    assertThat(all.get("tasks").asInt()).isEqualTo(51);
    assertThat(all.get("passed").get("count").asInt()).isEqualTo(100);
    assertThat(all.get("passed").get("of").asInt()).isEqualTo(100);
    assertThat(all.get("infrastructureFailed").asInt()).isZero();
    assertThat(all.get("taskDefective").asInt()).isEqualTo(2);
    assertThat(all.get("passHat").get(1).asDouble()).isEqualTo(1);
  }

  @Test
  void faultsCostWhatTheyTouch() {
    TestingCommandLine evaluate =
        evaluate(
            "--policy", "scripted",
            "--fault", "DROP_ARGUMENT,tool=cd",
            "--category", "multi_turn_base");
    assertThat(evaluate.exitCode()).as(evaluate.err()).isZero();
    assertThat(evaluate.lines().get(0)).startsWith("CATEGORY");
    assertThat(evaluate.lines().get(1)).startsWith("multi_turn_base").contains("12/15 80.0 %");
    assertThat(evaluate.lines()).hasSize(2);
  }

  @Test
  void aSplitLeavesOneSideToPlay() throws Exception {
    Path split =
        Files.writeString(
            directory.resolve("split.json"),
            "{\"train\": [\"multi_turn_base_0\"], \"test\": [\"multi_turn_base_1\"]}");
    TestingCommandLine evaluate =
        evaluate("--policy", "scripted", "--split", split.toString(), "--json");
    assertThat(evaluate.exitCode()).as(evaluate.err()).isZero();
    assertThat(new ObjectMapper().readTree(evaluate.out()).get("categories").get(0).get("tasks"))
        .hasToString("1");
  }

  @Test
  void whatCannotBeDoneIsOneLine() {
    assertOneLine(
        1,
        Map.of(
            List.of("--policy", "openai", "--base-url", "http://localhost:1/v1", "--model", "m"),
                "does not answer",
            List.of("--policy", "scripted", "--task", "nothing"), "no task nothing in",
            List.of("--policy", "scripted", "--category", "nothing"), "its categories are",
            List.of("--policy", "scripted", "--split", "absent.json"), "cannot read the split"));
  }

  @Test
  void aWrongCommandLineIsOneLine() {
    assertOneLine(
        2,
        Map.of(
            List.of("--policy", "openai", "--base-url", "localhost", "--model", ""),
                "base URL is 'localhost'",
            List.of("--policy", "openai", "--fault", "SLOW"), "--fault is for --policy scripted",
            List.of("--policy", "scripted", "--side", "test"), "--side needs --split",
            List.of("--policy", "scripted", "--step-limit", "many"), "--step-limit is 'many'",
            List.of("--policy", "scripted", "--runs", "0"), "groupSize is 0"));
  }

  private static void assertOneLine(int exitCode, Map<List<String>, String> wrong) {
    wrong.forEach(
        (arguments, message) -> {
          TestingCommandLine evaluate = evaluate(arguments.toArray(String[]::new));
          assertThat(evaluate.exitCode()).as(arguments.toString()).isEqualTo(exitCode);
          assertThat(evaluate.err()).contains(message);
          assertThat(evaluate.err().lines()).hasSize(1);
        });
  }

  @Test
  void aFaultThatIsNoneIsAWrongCommandLine() {
    for (String fault : List.of("FORGET", "SLOW,colour=red", "SLOW,rate=2", "SLOW,turn=x")) {
      TestingCommandLine evaluate = evaluate("--policy", "scripted", "--fault", fault);
      assertThat(evaluate.exitCode()).as(fault).isEqualTo(2);
      assertThat(evaluate.err()).contains("'" + fault + "'");
      assertThat(evaluate.err().lines()).hasSize(1);
    }
  }

  private static TestingCommandLine evaluate(String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("evaluate", "--tasks", TASKS, "--as-of", "2026-01-15"));
    all.addAll(List.of(arguments));
    return TestingCommandLine.run(all.toArray(new String[0]));
  }
}
