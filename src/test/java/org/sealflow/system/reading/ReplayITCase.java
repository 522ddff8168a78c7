package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.system.reading.Replays.assertOneLine;
import static org.sealflow.system.reading.Replays.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.python.Reference;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.Samples;

/** {@code sealflow replay} from files to files. */
final class ReplayITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORDED_ON = "2026-11-21";
  private static final int REFERENCE_ROWS = 200;
  private static final int HUGE_LINE_BYTES = 70_000_000;

  private static byte[] ofCalls;
  private static byte[] ofResults;

  @TempDir Path directory;

  @BeforeAll
  static void diagnoseAlone(@TempDir Path directory) throws IOException {
    ofCalls = output(directory, Samples.calls(), "calls", "--parallelism", "1");
    ofResults = output(directory, Samples.results(), "bfcl-result", "--parallelism", "1");
  }

  private byte[] output(Path file, String format, String... more) throws IOException {
    return output(directory, file, format, more);
  }

  private static byte[] output(Path directory, Path file, String format, String... more)
      throws IOException {
    Path output = directory.resolve("output.jsonl");
    List<String> options =
        new ArrayList<>(List.of("--as-of", Samples.AS_OF, "--output", output.toString()));
    options.addAll(Arrays.asList(more));
    Console console = replay(file, format, options.toArray(String[]::new));
    assertThat(console.exitCode()).as(console.err()).isEqualTo(exitCode(file));
    assertThat(console.out()).contains("started = ").doesNotContain("DOES NOT BALANCE");
    return Files.readAllBytes(output);
  }

  /** One of the samples of the format {@code calls} names a task that does not exist. */
  private static int exitCode(Path file) {
    return file.equals(Samples.calls()) ? 1 : 0;
  }

  private static List<JsonNode> lines(byte[] output) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : new String(output, StandardCharsets.UTF_8).lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  /** Without what depends on where and in which file a trajectory stands. */
  private static List<JsonNode> withoutPlaces(Collection<JsonNode> lines) {
    List<JsonNode> bare = new ArrayList<>();
    for (JsonNode line : lines) {
      ObjectNode copy = line.deepCopy();
      copy.remove(List.of("id", "source"));
      bare.add(copy);
    }
    return bare;
  }

  @Test
  void callsGiveTheSameBytesAtAnyParallelism() throws Exception {
    List<JsonNode> lines = lines(ofCalls);
    assertThat(lines).hasSameSizeAs(Files.readAllLines(Samples.calls()));
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i).at("/source/ordinal").asInt()).isEqualTo(i);
      assertThat(lines.get(i).at("/source/line").asInt()).isEqualTo(i + 1);
    }
    for (String parallelism : List.of("2", "4")) {
      byte[] parallel = output(Samples.calls(), "calls", "--parallelism", parallelism);
      assertThat(new String(parallel, StandardCharsets.UTF_8))
          .isEqualTo(new String(ofCalls, StandardCharsets.UTF_8));
    }
  }

  @Test
  void officialResultsGiveTheSameBytesAtAnyParallelism() throws Exception {
    assertThat(lines(ofResults))
        .hasSameSizeAs(Files.readAllLines(Samples.results()))
        .allMatch(line -> line.has("verdict"));
    byte[] parallel = output(Samples.results(), "bfcl-result", "--parallelism", "4");
    assertThat(parallel).isEqualTo(ofResults);
  }

  @Test
  void gzippedInputGivesWhatPlainInputGives() throws Exception {
    Path zipped = directory.resolve("results.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(Samples.results(), out);
    }
    assertThat(withoutPlaces(lines(output(zipped, "bfcl-result"))))
        .isEqualTo(withoutPlaces(lines(ofResults)));
  }

  @Test
  void eventsGiveTheVerdictsOfTheTrajectoriesTheyWereMadeOf() throws Exception {
    Path events = directory.resolve("events.avro");
    Map<String, List<TrajectoryEvent>> episodes =
        Samples.episodes(Samples.results(), RecordedFormat.BFCL_RESULT);
    writeInTurn(events, episodes.values());
    List<JsonNode> ofEvents = lines(output(events, "sealflow"));
    assertThat(ofEvents.stream().map(line -> line.get("id").asText()))
        .containsExactlyElementsOf(episodes.keySet());
    assertThat(withoutPlaces(ofEvents)).isEqualTo(withoutPlaces(lines(ofResults)));
  }

  /** One event of each episode after the other, so that many are open at a time. */
  private static void writeInTurn(Path file, Collection<List<TrajectoryEvent>> episodes)
      throws IOException {
    try (DataFileWriter<TrajectoryEvent> writer =
        new DataFileWriter<>(new SpecificDatumWriter<>(TrajectoryEvent.class))) {
      writer.create(TrajectoryEvent.getClassSchema(), file.toFile());
      int longest = episodes.stream().mapToInt(List::size).max().orElseThrow();
      for (int sequence = 0; sequence < longest; sequence++) {
        for (List<TrajectoryEvent> episode : episodes) {
          if (sequence < episode.size()) {
            writer.append(episode.get(sequence));
          }
        }
      }
    }
  }

  @Test
  void aBrokenLineIsAFailureAndTheOthersAreDiagnosed() throws Exception {
    List<String> good = Files.readAllLines(Samples.calls()).subList(0, 3);
    Map<String, String> broken = new LinkedHashMap<>();
    broken.put("{\"id\": \"cut", "no JSON object");
    broken.put("[1, 2]", "no JSON object");
    broken.put(good.get(0) + good.get(1), "more than one JSON object");
    broken.put("{\"id\": 5, \"turns\": []}", "field id");
    broken.put("{\"id\": \"a\", \"task\": \"multi_turn_base_0\"}", "field turns is missing");
    broken.put("{\"id\": \"b\", \"task\": \"multi_turn_base_0\", \"turns\": 7}", "type int");
    broken.put(
        "{\"id\": \"c\", \"task\": \"multi_turn_base_0\", \"turns\": [[[1.5]]]}", "type float");
    broken.put("{\"id\": \"d\", \"task\": \"no_such_task\", \"turns\": []}", "no_such_task");
    broken.put(
        "{\"id\": \"e\", \"task\": \"multi_turn_base_0\", \"turns\": [], \"as_of\": \"today\"}",
        "as_of");
    broken.put("\u0000\u0001\u00ff", "no JSON object");
    broken.put("{\"id\": \"" + "x".repeat(HUGE_LINE_BYTES) + "\"}", "bytes, at most");

    Path mixed = directory.resolve("mixed.jsonl");
    try (BufferedWriter writer = Files.newBufferedWriter(mixed)) {
      writer.write(good.get(0) + "\n\n");
      for (String line : broken.keySet()) {
        writer.write(line + "\n");
      }
      writer.write(good.get(1) + "\r\n" + good.get(2));
    }
    Path output = directory.resolve("mixed.out");
    Console console =
        replay(mixed, "calls", "--as-of", Samples.AS_OF, "--output", output.toString());
    assertThat(console.exitCode()).isEqualTo(1);
    assertThat(console.errorLines()).hasSize(1);
    assertThat(console.err())
        .contains("mixed.jsonl line 3: ")
        .contains("(and " + (broken.size() - 1) + " more)");
    assertThat(console.out()).contains("records:").contains(broken.size() + " failed");

    List<JsonNode> lines = lines(Files.readAllBytes(output));
    assertThat(lines).hasSize(good.size() + broken.size());
    int at = 1;
    for (String complaint : broken.values()) {
      JsonNode failure = lines.get(at);
      assertThat(failure.at("/failure/reason").asText()).contains(complaint).doesNotContain("\n");
      assertThat(failure.at("/failure/remedy").asText()).isNotBlank();
      assertThat(failure.at("/failure/boundary").asText()).isEqualTo("PARSE");
      assertThat(failure.at("/source/line").asInt()).isEqualTo(at + 2);
      at++;
    }
    List<JsonNode> diagnosed = List.of(lines.get(0), lines.get(at), lines.get(at + 1));
    assertThat(withoutPlaces(diagnosed)).isEqualTo(withoutPlaces(lines(ofCalls).subList(0, 3)));
  }

  @Test
  void verdictsAndStatesAreThoseOfTheRecordedReference() throws Exception {
    Path tasks = Reference.folder().resolve("bfcl");
    Map<String, JsonNode> rows = referenceRows();
    Path input = directory.resolve("recorded.jsonl");
    try (BufferedWriter writer = Files.newBufferedWriter(input)) {
      for (JsonNode row : rows.values()) {
        ObjectNode line = JSON.createObjectNode();
        line.set("id", row.get("tid"));
        line.set("task", row.get("task"));
        line.set("turns", row.get("model_turns"));
        writer.write(line + "\n");
      }
    }
    Path output = directory.resolve("recorded.out");
    Console console =
        replay(
            input,
            "calls",
            tasks,
            "--as-of",
            RECORDED_ON,
            "--output-format",
            "reference",
            "--output",
            output.toString());
    assertThat(console.exitCode()).as(console.err()).isZero();
    List<JsonNode> found = lines(Files.readAllBytes(output));
    assertThat(found.stream().map(row -> row.get("tid").asText()))
        .containsExactlyElementsOf(rows.keySet());
    int compared = 0;
    for (JsonNode row : found) {
      if (!row.path("unsupported").asBoolean()) {
        assertSameRow(row, rows.get(row.get("tid").asText()));
        compared++;
      }
    }
    // Two in a hundred may be refused of the whole recording; these are but some of its rows.
    assertThat(compared).isGreaterThanOrEqualTo(REFERENCE_ROWS * 95 / 100);
  }

  private static void assertSameRow(JsonNode found, JsonNode recorded) {
    for (String field : List.of("exec", "model_state", "seal")) {
      assertThat(found.get(field))
          .as(recorded.get("tid") + " " + field)
          .isEqualTo(recorded.get(field));
    }
    for (String verdict : List.of("/official", "/irrelevance")) {
      for (String part : List.of("/valid", "/error_type")) {
        assertThat(found.at(verdict + part))
            .as(recorded.get("tid") + " " + verdict + part)
            .isEqualTo(recorded.at(verdict + part));
      }
    }
  }

  /** Some of the recorded rows: of those that hold all their texts and repeat in every run. */
  private static Map<String, JsonNode> referenceRows() {
    Map<String, JsonNode> rows = new LinkedHashMap<>();
    int[] seen = {0};
    Reference.forEachRow(
        "oracle/trajectories.jsonl.gz",
        row -> {
          boolean whole =
              !row.toString().contains("$blob")
                  && row.path("unstable_cells").isEmpty()
                  && !row.get("mutations").toString().contains("non_string_call");
          if (whole && seen[0]++ % 5 == 0 && rows.size() < REFERENCE_ROWS) {
            rows.put(row.get("tid").asText(), row);
          }
        });
    assertThat(rows).hasSize(REFERENCE_ROWS);
    return rows;
  }

  @Test
  void theFormatIsRecognised() {
    for (Path file : List.of(Samples.calls(), Samples.results())) {
      Console console =
          Console.run(
              "replay",
              file.toString(),
              "--tasks",
              Samples.tasks().toString(),
              "--as-of",
              Samples.AS_OF);
      assertThat(console.exitCode()).as(console.err()).isEqualTo(exitCode(file));
      assertThat(console.out()).contains(" started = ");
    }
    Console withoutTasks = Console.run("replay", Samples.calls().toString());
    assertOneLine(withoutTasks, 2, "of the format calls, which needs --tasks DIR");
  }

  @Test
  void theVerdictIsAFewLinesAndTheTablesStandBehindDetails() {
    Console verdict = replay(Samples.calls(), "calls", "--as-of", Samples.AS_OF);
    List<String> lines = verdict.out().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(9);
    assertThat(lines.get(0)).matches("\\d+ of \\d+ episodes failed \\(.* %\\); fix first:");
    assertThat(lines.get(1))
        .matches("  1\\. .*: \\d+ of \\d+ failed \\(.*; .*samples.jsonl:\\d+ .*");
    assertThat(verdict.out())
        .contains("left out: 1 ", "--details prints all tables")
        .containsPattern("of \\d+ failures: \\d+ need one call changed")
        .contains("most frequent repairs: ");
    Console details = replay(Samples.calls(), "calls", "--as-of", Samples.AS_OF, "--details");
    assertThat(details.out())
        .contains("Verdicts by category", "Failing turns", lines.get(0))
        .doesNotContain("oracle");
  }
}
