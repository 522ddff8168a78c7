package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.folder;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.lines;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;
import org.sealflow.review.rule.TrajectoryReviewer;

/** {@code sealflow export diagnoses} of messages. */
final class ExportDiagnosesCommandTest {
  private static final List<String> EXAMPLES =
      List.of(
          "chat/pass.jsonl",
          "chat/fail-tool-errors.jsonl",
          "chat/parallel.jsonl",
          "chat/variants.jsonl",
          "chat/requests.jsonl",
          "chat/traj.json",
          "chat/prompt-completion.json",
          "responses/fail-tool-errors.jsonl",
          "responses/parallel.jsonl",
          "responses/items.json",
          "responses/response-object.json",
          "responses/tokens.jsonl",
          "responses/mcp-and-refusal.jsonl",
          "atif/fail-tool-errors.json",
          "atif/subagents.json",
          "atif/context.json",
          "atif/unlinked-results.json",
          "atif/diagnosed.json",
          "atif/collection.jsonl",
          "verifiers/fail-tool-errors.jsonl",
          "verifiers/branches.jsonl",
          "verifiers/episodes.jsonl",
          "verifiers/tokens.jsonl",
          "otel/pass.jsonl",
          "otel/fail-tool-errors.jsonl",
          "otel/proto-json.jsonl",
          "otel/no-content.jsonl",
          "otel/parallel.jsonl");

  @TempDir Path directory;

  static List<String> examples() {
    return EXAMPLES;
  }

  private Path export(Path file, String format) {
    Path output = directory.resolve(format);
    TestingCommandLine run =
        TestingCommandLine.run(
            "export",
            "diagnoses",
            file.toString(),
            "--format",
            format,
            "--output",
            output.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    return output;
  }

  /** The records of a format, with subagents' documents inside their parents' alone. */
  private static List<JsonNode> originals(List<RecordedTrajectory> trajectories) {
    return trajectories.stream()
        .filter(trajectory -> !trajectory.source().contains("subagent_trajectories"))
        .map(RecordedTrajectory::original)
        .toList();
  }

  /** A copy without what a diagnosis adds. */
  private static JsonNode stripped(JsonNode value) {
    JsonNode copy = value.deepCopy();
    strip(copy);
    return copy;
  }

  private static void strip(JsonNode value) {
    if (value instanceof ObjectNode object) {
      object.remove("sealflow");
      if (object.path("extra").isObject()) {
        ((ObjectNode) object.get("extra")).remove("sealflow");
        if (object.get("extra").isEmpty()) {
          object.remove("extra");
        }
      }
    }
    value.forEach(ExportDiagnosesCommandTest::strip);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void nothingThatWasReadIsLostInAnyFormat(String example) throws IOException {
    Path file = folder().resolve(example);
    List<RecordedTrajectory> read = read(file);
    String own = example.substring(0, example.indexOf('/'));
    List<JsonNode> kept = new ArrayList<>();
    lines(export(file, "jsonl").resolve("diagnoses.jsonl"))
        .forEach(line -> kept.add(line.get("record")));
    assertThat(kept).isEqualTo(read.stream().map(RecordedTrajectory::original).toList());

    List<JsonNode> documents = lines(export(file, "atif").resolve("trajectories.jsonl"));
    if (own.equals("atif")) {
      assertThat(documents.stream().map(ExportDiagnosesCommandTest::stripped))
          .isEqualTo(originals(read).stream().map(ExportDiagnosesCommandTest::stripped).toList());
    } else {
      assertThat(documents)
          .extracting(document -> document.at("/extra/sealflow.source/record"))
          .isEqualTo(originals(read));
    }

    List<JsonNode> messages = lines(export(file, "openai").resolve("trajectories.jsonl"));
    if (own.equals("chat") || own.equals("responses")) {
      assertThat(messages.stream().map(ExportDiagnosesCommandTest::unwrapped))
          .isEqualTo(originals(read));
    } else {
      assertThat(messages)
          .extracting(message -> message.at("/sealflow.source/record"))
          .isEqualTo(read.stream().map(RecordedTrajectory::original).toList());
    }

    List<JsonNode> traces = lines(export(file, "otel").resolve("traces.jsonl"));
    if (own.equals("otel")) {
      assertThat(traces).isEmpty();
    } else {
      assertThat(traces)
          .extracting(trace -> Json.parse(attribute(trace, "sealflow.source")).get("record"))
          .isEqualTo(read.stream().map(RecordedTrajectory::original).toList());
    }
  }

  /** The value that stood alone before a key was put beside it. */
  private static JsonNode unwrapped(JsonNode record) {
    ObjectNode copy = record.deepCopy();
    copy.remove("sealflow");
    return switch (record.at("/sealflow.source/alone").asText("")) {
      case "messages" -> copy.get("messages");
      case "items" -> copy.at("/response/output");
      case "response" -> copy.get("response");
      default -> copy;
    };
  }

  private static String attribute(JsonNode trace, String key) {
    for (JsonNode attribute : trace.at("/resourceSpans/0/scopeSpans/0/spans/0/attributes")) {
      if (attribute.get("key").asText().equals(key)) {
        return attribute.at("/value/stringValue").asText();
      }
    }
    throw new AssertionError("no " + key);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyFormatIsReadAgainWithTheSameCallsAndVerdict(String example) {
    Path file = folder().resolve(example);
    List<RecordedTrajectory> read = read(file);
    boolean program = example.contains("context") || example.contains("variants");
    boolean content = !example.contains("unlinked") && !example.contains("no-content");
    for (String format : List.of("atif", "openai")) {
      List<RecordedTrajectory> again = read(export(file, format).resolve("trajectories.jsonl"));
      assertThat(again).as(format).hasSameSizeAs(read);
      for (int at = 0; at < read.size(); at++) {
        assertThat(calls(again.get(at))).as(format).isEqualTo(calls(read.get(at)));
        if (content && !program) {
          assertThat(again.get(at).turns()).as(format).isEqualTo(read.get(at).turns());
          assertThat(results(again.get(at))).as(format).isEqualTo(results(read.get(at)));
        }
      }
    }
  }

  private static List<String> calls(RecordedTrajectory trajectory) {
    return trajectory.calls().stream().map(call -> call.name() + call.arguments()).toList();
  }

  private static List<String> results(RecordedTrajectory trajectory) {
    return trajectory.calls().stream()
        .map(RecordedCall::result)
        .map(result -> result == null ? "" : result.text())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "chat/fail-tool-errors.jsonl",
    "responses/fail-tool-errors.jsonl",
    "verifiers/fail-tool-errors.jsonl",
    "chat/parallel.jsonl",
    "verifiers/parallel.jsonl",
    "chat/pass.jsonl"
  })
  void findingsDoNotDependOnTheFormatTheRecordCameIn(String example) {
    Path file = folder().resolve(example);
    List<String> found = findings(read(file));
    for (String name :
        List.of("atif/trajectories.jsonl", "openai/trajectories.jsonl", "otel/traces.jsonl")) {
      Path written = export(file, name.substring(0, name.indexOf('/'))).getParent();
      assertThat(findings(read(written.resolve(name)))).as(name).isEqualTo(found);
    }
  }

  private static List<String> findings(List<RecordedTrajectory> trajectories) {
    return trajectories.stream()
        .flatMap(trajectory -> TrajectoryReviewer.review(trajectory).stream())
        .map(finding -> finding.turn() + " " + finding.rule() + finding.tool() + finding.argument())
        .toList();
  }

  @Test
  void theDiagnosisStandsInThePlacesOfEachFormat() throws IOException {
    Path file = folder().resolve("atif/fail-tool-errors.json");
    JsonNode document = lines(export(file, "atif").resolve("trajectories.jsonl")).get(0);
    assertThat(document.at("/extra/sealflow/verdict").asText()).isEqualTo("UNJUDGED");
    assertThat(document.at("/steps/2/tool_calls/0/extra/sealflow/findings/0/rule").asText())
        .isEqualTo("UNSEEN_IDENTIFIER");

    JsonNode chat =
        lines(
                export(folder().resolve("chat/fail-tool-errors.jsonl"), "openai")
                    .resolve("trajectories.jsonl"))
            .get(0);
    assertThat(chat.at("/sealflow/turns/0/place").asText()).isEqualTo("messages[2]");
    assertThat(chat.get("messages").toString()).doesNotContain("sealflow");

    Path spans = folder().resolve("otel/fail-tool-errors.jsonl");
    JsonNode events = lines(export(spans, "otel").resolve("evaluations.jsonl")).get(0);
    ArrayNode records = (ArrayNode) events.at("/resourceLogs/0/scopeLogs/0/logRecords");
    assertThat(records.size()).isGreaterThan(1);
    String read = Files.readString(spans);
    for (JsonNode record : records) {
      assertThat(record.get("eventName").asText()).isEqualTo("gen_ai.evaluation.result");
      assertThat(read).contains(record.get("traceId").asText(), record.get("spanId").asText());
      record
          .get("attributes")
          .forEach(
              attribute ->
                  assertThat(attribute.get("key").asText())
                      .matches(
                          "gen_ai\\.evaluation\\.(name|score\\.(value|label)|explanation)"
                              + "|sealflow\\..*"));
    }
  }

  @Test
  void aRecordThatCannotBeReadCostsItselfAndTheExitCode() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("log.jsonl"),
            "{\"messages\":[{\"role\":\"user\",\"content\":\"\\ud83d\"},"
                + "{\"role\":\"assistant\",\"content\":\"x\"}],\"n\":9007199254740993}\n{\"mess");
    Path output = directory.resolve("out");
    TestingCommandLine run =
        TestingCommandLine.run(
            "export",
            "diagnoses",
            file.toString(),
            "--format",
            "openai",
            "--output",
            output.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("log.jsonl:2:").hasLineCount(1);
    assertThat(Files.readString(output.resolve("trajectories.jsonl")))
        .contains("\"\\ud83d\"", "9007199254740993")
        .hasLineCount(1);
    assertThat(run.out()).contains("1 trajectory");
  }

  @Test
  void aWrongFormatOrFileIsOneLine() {
    TestingCommandLine run =
        TestingCommandLine.run("export", "diagnoses", "absent.jsonl", "--format", "atif");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("absent.jsonl").hasLineCount(1);
    run = TestingCommandLine.run("export", "diagnoses", "absent.jsonl", "--format", "xml");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("xml", "JSONL").hasLineCount(1);
  }
}
