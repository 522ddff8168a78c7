package org.sealflow.jobs.cli.replay.review;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;

/** {@code sealflow replay} of logs of any agent. */
final class ReviewReplayTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TOOLS =
      "'tools':[{'type':'function','function':{'name':'get_order','parameters':{'type':'object',"
          + "'properties':{'order_id':{'type':'string','pattern':'A.*'}},'required':['order_id']}}}]";
  private static final String RIGHT =
      "{'id':'right','score':1,"
          + TOOLS
          + ",'messages':[{'role':'user','content':'Where is A100?'},"
          + "{'role':'assistant','tool_calls':[{'id':'c1','function':{'name':'get_order',"
          + "'arguments':'{\\'order_id\\':\\'A100\\'}'}}]},"
          + "{'role':'tool','tool_call_id':'c1','content':'it is shipped'},"
          + "{'role':'assistant','content':'It is shipped.'}]}";
  private static final String WRONG =
      "{'id':'wrong','score':0,"
          + TOOLS
          + ",'messages':[{'role':'user','content':'Where is A100?'},"
          + "{'role':'assistant','tool_calls':[{'id':'c1','function':{'name':'get_order',"
          + "'arguments':'{\\'order_id\\':100}'}}]},"
          + "{'role':'tool','tool_call_id':'c1','content':'{\\'error\\':\\'text expected\\'}'},"
          + "{'role':'assistant','content':'It is shipped.'}]}";

  @TempDir Path directory;

  private Path write(String name, String... lines) throws IOException {
    return Files.writeString(directory.resolve(name), String.join("\n", lines).replace('\'', '"'));
  }

  private static TestingCommandLine replay(Path file, String... more) {
    String[] arguments = new String[more.length + 2];
    arguments[0] = "replay";
    arguments[1] = file.toString();
    System.arraycopy(more, 0, arguments, 2, more.length);
    return TestingCommandLine.run(arguments);
  }

  @Test
  void theFormatIsRecognisedAndFindingsAreCounted() throws IOException {
    TestingCommandLine run = replay(write("log.jsonl", RIGHT, WRONG), "--reward-key", "score");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("trajectories: 2 unjudged", "4 turns, 2 calls", "rewards: 2, mean 0.500")
        .containsPattern("SCHEMA_VIOLATION +1 +1 +50.0 % +0.000")
        .containsPattern("ERROR_NOT_RECOVERED +1 +1 +50.0 %")
        .contains("log.jsonl:2 wrong messages[1] get_order: order_id is 100, expected type")
        .containsPattern("get_order +2 +2")
        .contains("get_order(order_id)")
        .contains("not judged, keywords of the tools' schemas: pattern (1 tool)");
  }

  @Test
  void theOutputHoldsALinePerTrajectory() throws IOException {
    Path output = directory.resolve("out/findings.jsonl");
    TestingCommandLine run =
        replay(
            write("log.jsonl", RIGHT, WRONG),
            "--output",
            output.toString(),
            "--format",
            "chat",
            "--json");
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(output);
    assertThat(lines).hasSize(2);
    JsonNode right = JSON.readTree(lines.get(0));
    assertThat(right.get("verdict").asText()).isEqualTo("UNJUDGED");
    assertThat(right.get("findings")).isEmpty();
    assertThat(right.get("reward").isNull()).isTrue();
    JsonNode finding = JSON.readTree(lines.get(1)).at("/findings/0");
    assertThat(finding.get("rule").asText()).isEqualTo("SCHEMA_VIOLATION");
    assertThat(finding.get("turn").asInt()).isEqualTo(1);
    assertThat(finding.get("call").asText()).isEqualTo("c1");
    assertThat(finding.get("argument").asText()).isEqualTo("order_id");
    JsonNode summary = JSON.readTree(run.out());
    assertThat(summary.at("/rules/SCHEMA_VIOLATION/findings").asInt()).isEqualTo(1);
    assertThat(summary.at("/rejected/count").asInt()).isZero();
  }

  @Test
  void aRejectedRecordCostsItselfAndTheExitCode() throws IOException {
    TestingCommandLine run = replay(write("log.jsonl", RIGHT, "{'messages':[", WRONG));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("log.jsonl:2: the line ends inside").hasLineCount(1);
    assertThat(run.out()).contains("trajectories: 2 unjudged", "rejected: 1");
  }

  @Test
  void compressedFilesAreReadAndTornOnesSaySo() throws IOException {
    Path whole = directory.resolve("log.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
      for (int copy = 0; copy < 500; copy++) {
        out.write((RIGHT.replace('\'', '"') + copy(copy)).getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(replay(whole).out()).contains("trajectories: 500 unjudged");
    byte[] bytes = Files.readAllBytes(whole);
    Path torn = directory.resolve("torn.gz");
    Files.write(torn, Arrays.copyOf(bytes, bytes.length / 2));
    TestingCommandLine run = replay(torn);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("torn.gz:", "gzip").hasLineCount(1);
  }

  /** A blank that differs from line to line, so that the file does not compress to nothing. */
  private static String copy(int number) {
    return " ".repeat(number % 7 + 1) + "\n";
  }

  @Test
  void anUnknownFileIsRefusedWithItsKeysAndTheFormatsKnown() throws IOException {
    TestingCommandLine run = replay(write("log.jsonl", "{'conversations':[],'x':1}"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("log.jsonl:1:", "conversations, x", "chat, responses, atif, verifiers, otel")
        .hasLineCount(1);
    run = replay(Files.createFile(directory.resolve("empty")));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("empty is empty; expected recorded trajectories")
        .hasLineCount(1);
  }

  @Test
  void strictReadingRejectsWhatIsNotedOtherwise() throws IOException {
    Path file =
        write(
            "log.jsonl",
            "{'messages':[{'role':'user','content':'Hi'},{'role':'assistant','tool_calls':"
                + "[{'id':'c1','function':{'name':'f','arguments':'{}'}}]},"
                + "{'role':'user','content':'Well?'},{'role':'assistant','content':'No.'}]}");
    assertThat(replay(file).out()).contains("notes: 1", "call 'c1' has no result");
    assertThat(replay(file).exitCode()).isZero();
    assertThat(replay(file, "--strict").exitCode()).isEqualTo(1);
  }

  @Test
  void optionsOfBenchmarksAreRefused() throws IOException {
    Path file = write("log.jsonl", RIGHT);
    assertThat(replay(file, "--output-format", "reference").err()).contains("--format bfcl-result");
    TestingCommandLine run = replay(file, "--format", "calls");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--tasks").hasLineCount(1);
  }

  @Test
  void thePageShowsWhatTheRecordsProve() throws IOException {
    Path page = directory.resolve("page");
    TestingCommandLine run =
        replay(
            write("log.jsonl", RIGHT.replace("'name':'get_order','arg", "'name':'get_oder','arg")),
            "--report",
            page.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("report: ");
    assertThat(Files.readString(page.resolve("index.html")))
        .contains("UNJUDGED", "UNKNOWN_TOOL", "get_oder");
  }

  @Test
  void hostileTextNeitherBreaksTheLineNorTheTerminal() throws IOException {
    Path output = directory.resolve("findings.jsonl");
    TestingCommandLine run =
        replay(
            write(
                "log.jsonl",
                RIGHT.replace(
                    "'name':'get_order','arg", "'name':'\\u001b[31m\\ud83d\\u202e','arg")),
            "--output",
            output.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("UNKNOWN_TOOL").doesNotContain("\u001b", "\u202e");
    assertThat(JSON.readTree(Files.readAllLines(output).get(0)).at("/findings/0/rule").asText())
        .isEqualTo("UNKNOWN_TOOL");
  }

  @Test
  void theExamplesOfAllFormatsAreRead() {
    Path folder = examples();
    for (String[] example :
        new String[][] {
          {"chat/fail-tool-errors.jsonl", "REPEATED_CALL"},
          {"responses/fail-tool-errors.jsonl", "REPEATED_CALL"},
          {"atif/fail-tool-errors.json", "CLAIM_AFTER_FAILURE"},
          {"verifiers/fail-tool-errors.jsonl", "REPEATED_CALL"}
        }) {
      TestingCommandLine run = replay(folder.resolve(example[0]));
      assertThat(run.exitCode()).as(example[0] + run.err()).isZero();
      assertThat(run.out()).contains("trajectories: 1 unjudged", example[1], "UNSEEN_IDENTIFIER");
    }
    for (String passed : List.of("chat/pass.jsonl", "responses/pass.jsonl", "atif/pass.json")) {
      assertThat(replay(folder.resolve(passed)).out()).contains("findings: in 0 trajectories");
    }
  }

  private static Path examples() {
    String setting = System.getenv("SEALFLOW_REFERENCE");
    Path shared =
        setting == null || setting.isBlank()
            ? Path.of("").toAbsolutePath().resolve("../../../shared").normalize()
            : Path.of(setting);
    boolean present = Files.isDirectory(shared.resolve("formats"));
    if (!present && Boolean.parseBoolean(System.getenv("SEALFLOW_REFERENCE_REQUIRED"))) {
      throw new AssertionError("the example trajectories are required, but not at " + shared);
    }
    Assumptions.assumeTrue(present, "skipped: no example trajectories at " + shared);
    return shared.resolve("formats");
  }
}
