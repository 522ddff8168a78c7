package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Console;

/** {@code sealflow replay --format tau2-calls}. */
final class TauReplayTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MOCK = "oracle/tau2/mock.jsonl.gz";

  @TempDir Path directory;

  private static Console replay(Path file, Path tasks, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "replay", file.toString(), "--format", "tau2-calls", "--tasks", tasks.toString()));
    arguments.addAll(Arrays.asList(more));
    return Console.run(arguments.toArray(String[]::new));
  }

  private static Path tasks() {
    return Reference.folder().resolve("tau2");
  }

  @Test
  void theRowsEqualTheRecordedOnes() {
    Path output = directory.resolve("rows.jsonl");
    Console console =
        replay(
            Reference.folder().resolve(MOCK),
            tasks(),
            "--output",
            output.toString(),
            "--output-format",
            "reference");
    assertThat(console.exitCode()).as(console.err()).isZero();
    Map<String, JsonNode> found = new LinkedHashMap<>();
    Reference.forEachRow(output, row -> found.put(row.get("id").asText(), row));
    List<JsonNode> recorded = Reference.rows(MOCK);
    assertThat(found).hasSize(recorded.size());
    for (JsonNode row : recorded) {
      JsonNode same = found.get(row.get("id").asText());
      assertThat(same.get("db_hash")).isEqualTo(row.get("db_hash"));
      assertThat(same.at("/reward_info/reward")).isEqualTo(row.at("/reward_info/reward"));
      assertThat(same.get("results")).hasSameSizeAs(row.get("results"));
    }
  }

  @Test
  void theSummaryCountsEveryRowOnceAndLeavesLanguageOpen() throws IOException {
    assertThat(counts("mock", MOCK)).containsExactly(45, 77, 0, 8, 30);
    assertThat(counts("retail", "oracle/tau2/retail.jsonl.gz"))
        .containsExactly(504, 560, 304, 0, 200);
  }

  private static List<Integer> counts(String domain, String recordings) throws IOException {
    Console console = replay(Reference.folder().resolve(recordings), tasks(), "--json");
    JsonNode counts = JSON.readTree(console.out()).at("/domains/" + domain);
    assertThat(counts.get("driftedResults").asInt()).isZero();
    return Stream.of("passed", "failed", "open", "raised", "withoutTask")
        .map(verdict -> counts.get(verdict).asInt())
        .toList();
  }

  @Test
  void aBrokenLineIsNamedAndCostsItselfAlone() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("rows"),
            "nonsense\n{\"id\":\"a\",\"domain\":\"mock\",\"task\":null,\"steps\":[]}\n[]\n");
    Console console = replay(file, tasks());
    assertThat(console.exitCode()).isEqualTo(1);
    assertThat(console.err()).contains(file + " line 1: not JSON", "(and 1 more)");
    assertThat(console.out()).contains("2 records could not be used");
  }

  @Test
  void whatCannotBeReplayedIsSaidInOneLine() throws IOException {
    Path row = Files.writeString(directory.resolve("row"), "{}\n");
    assertFails(replay(Files.createFile(directory.resolve("none")), tasks()), "none is empty");
    assertFails(replay(row, directory), "is no tau2-bench folder");
    assertFails(replay(row, tasks()), "line 1: 'id' must be text");
    assertFails(
        2,
        replay(row, tasks(), "--report", "page"),
        "--report reads BFCL's formats and logs of any agent");
  }

  @Test
  void theLinesOfTheOutputSayWhyEachEpisodeFailed() throws IOException {
    Path output = directory.resolve("diagnoses.jsonl");
    Console console =
        replay(Reference.folder().resolve(MOCK), tasks(), "--output", output.toString());
    assertThat(console.exitCode()).as(console.err()).isZero();
    assertThat(console.out())
        .contains("root causes of 77 failed episodes", "ARGUMENT_MISMATCH", "mended by 1 edit");
    Map<String, JsonNode> lines = new LinkedHashMap<>();
    Reference.forEachRow(output, row -> lines.put(row.get("id").asText(), row));
    assertThat(lines).hasSize(160);
    long diagnosed = 0;
    for (JsonNode line : lines.values()) {
      boolean failed = line.get("verdict").asText().equals("FAILED");
      assertThat(line.has("diagnosis")).as(line.toString()).isEqualTo(failed);
      if (failed) {
        diagnosed++;
        JsonNode diagnosis = line.get("diagnosis");
        // Of two tasks of this domain the reference's own actions do not pass.
        boolean nothing = diagnosis.get("failures").isEmpty() && !diagnosis.has("end");
        assertThat(nothing && diagnosis.get("proven").asBoolean()).as(line.toString()).isFalse();
      }
    }
    assertThat(diagnosed).isEqualTo(77);
  }

  private static void assertFails(Console console, String message) {
    assertFails(1, console, message);
  }

  private static void assertFails(int exitCode, Console console, String message) {
    assertThat(console.exitCode()).isEqualTo(exitCode);
    assertThat(console.errorLines()).singleElement().asString().contains(message);
  }
}
