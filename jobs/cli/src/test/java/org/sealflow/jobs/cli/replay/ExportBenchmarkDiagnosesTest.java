package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.folder;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.lines;
import static org.sealflow.jobs.cli.replay.ExampleTrajectories.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.python.Reference;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.read.Json;

/** {@code sealflow export diagnoses} of recordings of benchmarks. */
final class ExportBenchmarkDiagnosesTest {
  @TempDir Path directory;

  @Test
  void recordingsOfBfclCarryVerdictRootCauseAndRepair() throws IOException {
    Path repository = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(repository.resolve("data/tasks"))) {
      repository = Objects.requireNonNull(repository.getParent());
    }
    Path samples = repository.resolve("data/trajectories/samples.jsonl");
    String[] options = {
      "--tasks",
      repository.resolve("data/tasks").toString(),
      "--as-of",
      "2026-01-15",
      "--format",
      "",
      "--output",
      ""
    };
    List<String> verdicts = new ArrayList<>();
    for (String format : List.of("atif", "openai", "otel", "jsonl")) {
      options[5] = format;
      options[7] = directory.resolve("bfcl-" + format).toString();
      List<String> line = new ArrayList<>(List.of("export", "diagnoses", samples.toString()));
      line.addAll(List.of(options));
      TestingCommandLine run = TestingCommandLine.run(line.toArray(String[]::new));
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("samples.jsonl line 74: task multi_turn_base_99 is not in the task directory")
          .hasLineCount(1);
      verdicts.add(run.out().lines().filter(said -> said.endsWith(" trajectories")).toList() + "");
    }
    assertThat(verdicts).containsOnly(verdicts.get(0));

    List<JsonNode> recorded = lines(samples).subList(0, 73);
    Path atif = directory.resolve("bfcl-atif/trajectories.jsonl");
    assertThat(read(atif)).hasSameSizeAs(recorded);
    List<JsonNode> documents = lines(atif);
    assertThat(documents)
        .extracting(document -> document.at("/extra/sealflow.source/record"))
        .isEqualTo(recorded);
    assertThat(read(directory.resolve("bfcl-openai/trajectories.jsonl"))).hasSameSizeAs(recorded);
    assertThat(read(directory.resolve("bfcl-otel/traces.jsonl")).size())
        .isEqualTo(read(atif).stream().filter(document -> document.turns() > 0).count())
        .isPositive();
    JsonNode failed =
        documents.stream()
            .map(document -> document.at("/extra/sealflow"))
            .filter(diagnosis -> diagnosis.at("/repair/outcome").asText().equals("FOUND"))
            .filter(diagnosis -> diagnosis.path("failure").isTextual())
            .findFirst()
            .orElseThrow();
    assertThat(failed.get("verdict").asText()).isEqualTo("POLICY_FAILED");
    assertThat(failed.get("rootCauseTurn").isInt()).isTrue();
    assertThat(failed.get("origin").isTextual()).isTrue();
    assertThat(failed.at("/repair/edits/0/tool").isTextual()).isTrue();
    assertThat(Files.readString(atif)).contains("\"rootCause\":true");
    List<JsonNode> own = lines(directory.resolve("bfcl-jsonl/diagnoses.jsonl"));
    for (int at = 0; at < own.size(); at++) {
      assertThat(own.get(at).at("/sealflow/verdict"))
          .isEqualTo(documents.get(at).at("/extra/sealflow/verdict"));
    }
  }

  @Test
  void aLineOfTwoRecordsIsToldOf() throws IOException {
    Path repository = Reference.repository();
    List<String> samples =
        Files.readAllLines(repository.resolve("data/trajectories/samples.jsonl")).subList(0, 3);
    Path file =
        Files.writeString(
            directory.resolve("joined.jsonl"),
            samples.get(0) + samples.get(1) + "\n" + samples.get(2) + "\n");
    Path output = directory.resolve("joined");
    TestingCommandLine run =
        TestingCommandLine.run(
            "export",
            "diagnoses",
            file.toString(),
            "--tasks",
            repository.resolve("data/tasks").toString(),
            "--as-of",
            "2026-01-15",
            "--format",
            "jsonl",
            "--output",
            output.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("joined.jsonl line 1: the line holds more than one JSON object")
        .hasLineCount(1);
    assertThat(lines(output.resolve("diagnoses.jsonl"))).hasSize(1);
  }

  private List<JsonNode> exportTau2(String example, String format, String name) throws IOException {
    Path output = directory.resolve("tau2-" + format);
    TestingCommandLine run =
        TestingCommandLine.run(
            "export",
            "diagnoses",
            folder().resolve("tau2").resolve(example).toString(),
            "--tasks",
            folder().resolveSibling("tau2").toString(),
            "--format",
            format,
            "--output",
            output.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    if (!format.equals("jsonl")) {
      assertThat(run.out().contains("calls of the user in 1 record"))
          .isEqualTo(example.equals("mixed.json"));
    }
    return lines(output.resolve(name));
  }

  private static List<String> simulations(Path example) throws IOException {
    List<String> simulations = new ArrayList<>();
    if (Files.isDirectory(example)) {
      JsonNode index =
          Objects.requireNonNull(Json.parse(Files.readString(example.resolve("results.json"))));
      for (JsonNode entry : index.get("simulation_index")) {
        Path file =
            example.resolve("simulations/" + entry.path("id").asText(entry.asText()) + ".json");
        simulations.add(String.valueOf(Json.parse(Files.readString(file))));
      }
    } else {
      Objects.requireNonNull(Json.parse(Files.readString(example)))
          .get("simulations")
          .forEach(simulation -> simulations.add(simulation.toString()));
    }
    return simulations;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pass.json",
        "fail-tool-errors.json",
        "parallel.json",
        "mixed.json",
        "sparse.json",
        "dir"
      })
  void conversationsOfTau2AreWrittenInEveryFormatAndLoseNothing(String example) throws IOException {
    List<String> recorded = simulations(folder().resolve("tau2").resolve(example));
    List<JsonNode> own = exportTau2(example, "jsonl", "diagnoses.jsonl");
    assertThat(own).extracting(line -> line.get("record").toString()).isEqualTo(recorded);
    List<JsonNode> atif = exportTau2(example, "atif", "trajectories.jsonl");
    assertThat(atif)
        .extracting(document -> document.at("/extra/sealflow.source/record").toString())
        .isEqualTo(recorded);
    List<JsonNode> openAi = exportTau2(example, "openai", "trajectories.jsonl");
    assertThat(openAi)
        .extracting(line -> line.at("/sealflow.source/record").toString())
        .isEqualTo(recorded);
    assertThat(exportTau2(example, "otel", "evaluations.jsonl")).hasSameSizeAs(recorded);

    List<RecordedTrajectory> documents =
        read(directory.resolve("tau2-atif").resolve("trajectories.jsonl"));
    List<RecordedTrajectory> messages =
        read(directory.resolve("tau2-openai").resolve("trajectories.jsonl"));
    for (int at = 0; at < recorded.size(); at++) {
      JsonNode simulation = Objects.requireNonNull(Json.parse(recorded.get(at)));
      List<String> tools = new ArrayList<>();
      for (JsonNode message : simulation.get("messages")) {
        if (message.get("role").asText().equals("assistant")) {
          message.path("tool_calls").forEach(call -> tools.add(call.get("name").asText()));
        }
      }
      assertThat(documents.get(at).calls()).extracting(RecordedCall::name).isEqualTo(tools);
      assertThat(messages.get(at).calls()).extracting(RecordedCall::name).isEqualTo(tools);
      assertThat(own.get(at).at("/sealflow/verdict"))
          .isEqualTo(atif.get(at).at("/extra/sealflow/verdict"));
    }
  }

  @Test
  void aFailedConversationOfTau2CarriesCauseAndRepairAtItsCall() throws IOException {
    JsonNode document = exportTau2("fail-tool-errors.json", "atif", "trajectories.jsonl").get(0);
    JsonNode diagnosis = document.at("/extra/sealflow");
    assertThat(diagnosis.get("verdict").asText()).isEqualTo("POLICY_FAILED");
    assertThat(diagnosis.get("reward").asDouble()).isZero();
    assertThat(diagnosis.get("failure").asText()).isEqualTo("ARGUMENT_MISMATCH");
    assertThat(diagnosis.get("by").asText()).isEqualTo("AGENT");
    assertThat(diagnosis.at("/repair/outcome").asText()).isEqualTo("FOUND");
    assertThat(diagnosis.at("/repair/edits/0/tool").asText()).isEqualTo("update_task_status");
    List<JsonNode> found = document.get("steps").findValues("sealflow");
    assertThat(found).hasSize(1);
    assertThat(found.get(0).at("/findings/0/arguments/0/argument").asText()).isEqualTo("task_id");
    List<RecordedCall> calls =
        read(directory.resolve("tau2-atif").resolve("trajectories.jsonl")).get(0).calls();
    assertThat(calls)
        .allMatch(call -> Objects.requireNonNull(call.result()).success() == CallSuccess.FAILED);
  }

  @Test
  void recordingsOfBenchmarksNeedTheirTasks() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("calls.jsonl"), "{\"id\":\"a\",\"task\":\"t\",\"turns\":[]}\n");
    TestingCommandLine run =
        TestingCommandLine.run("export", "diagnoses", file.toString(), "--format", "atif");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--tasks DIR").hasLineCount(1);
  }
}
