package org.sealflow.jobs.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.report.TestingRun;

class ReportCommandTest {
  @TempDir private Path directory;

  private TestingRun run() {
    return TestingRun.begun(directory, "nano", 1, 0.2);
  }

  @Test
  void theEpisodesOfEvaluationsAreInThePage() throws Exception {
    TestingRun run = run().trained(20).validated(10).recorded("validation", 0);
    Path output = directory.resolve("page");
    TestingCommandLine report =
        TestingCommandLine.run("report", run.path().toString(), "--output", output.toString());
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(report.out()).contains("nano-1: not at its end, version 20 of 240");
    assertThat(report.err())
        .contains(
            "no episodes of validation-v20 to browse", "report: " + output.resolve("index.html"));
    String page = Files.readString(output.resolve("index.html"));
    assertThat(page)
        .contains("\"split\":\"validation\",\"version\":0,\"from\":0")
        .contains("id=\"trajectory-36\"", "\"task\":\"multi_turn_base_0\"")
        .doesNotContain("id=\"trajectory-37\"");
  }

  @Test
  void withoutAnOutputThePageStandsInTheRun() throws Exception {
    TestingRun run = run().trained(2);
    TestingCommandLine report = TestingCommandLine.run("report", run.path().toString(), "--json");
    assertThat(report.exitCode()).as(report.err()).isZero();
    assertThat(run.path().resolve("report").resolve("index.html")).isRegularFile();
    JsonNode json = new ObjectMapper().readTree(report.out());
    assertThat(json.get("run").asText()).isEqualTo("nano-1");
    assertThat(json.get("episodes").asLong()).isEqualTo(128);
    assertThat(json.get("test").isNull()).isTrue();
  }

  @Test
  void whatIsNoRunIsRefusedInALine() {
    TestingCommandLine none = TestingCommandLine.run("report", directory.toString());
    assertThat(none.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(none.err().strip().lines()).hasSize(1);
    assertThat(none.err()).startsWith("sealflow: " + directory + " is no run directory");
    TestingCommandLine empty = TestingCommandLine.run("report", run().path().toString());
    assertThat(empty.err()).contains("nothing has come of run").hasLineCount(1);
    TestingRun damaged = run().trained(1);
    damaged.line(damaged.directory().steps(), "{}");
    TestingCommandLine report = TestingCommandLine.run("report", damaged.path().toString());
    assertThat(report.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(report.err()).contains("steps.jsonl line 2 is damaged: it lacks runId");
  }
}
