package org.sealflow.jobs.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.report.TestingRun;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.settings.UserError;

class RunHistoryTest {
  @TempDir private Path directory;

  private TestingRun run() {
    return TestingRun.begun(directory, "nano", 1, 0.2);
  }

  @Test
  void aRunIsReadWhole() {
    RunHistory history =
        RunHistory.read(run().trained(20).validated(10).tested().patched().ended().path());
    assertThat(history.runId()).isEqualTo("nano-1");
    assertThat(history.batches()).hasSize(20);
    assertThat(history.version()).isEqualTo(20);
    assertThat(history.validations())
        .extracting(EvaluationLine::version)
        .containsExactly(0L, 10L, 20L);
    assertThat(history.episodes()).isEqualTo(20 * 64);
    assertThat(history.tokens()).isBetween(20 * 31_000L, 20 * 35_000L);
    assertThat(history.sampledTokens()).isEqualTo(20 * 9_000L);
    assertThat(history.startedAt()).isEqualTo(TestingRun.START);
    assertThat(history.patchChanges()).isNotEmpty();
    assertThat(history.end())
        .hasValueSatisfying(end -> assertThat(end.end()).isEqualTo("COMPLETE"));
    assertThat(history.settings().value("run.seed", "")).isEqualTo("1");
    assertThat(history.taskDirectory())
        .hasValueSatisfying(tasks -> assertThat(tasks).endsWith(Path.of("data", "tasks")));
  }

  @Test
  void aRunThatGoesOnIsReadAsFarAsItIs() throws Exception {
    TestingRun run = run().trained(2);
    Files.writeString(
        run.directory().batches(),
        Files.readString(run.directory().batches()) + "{\"batch\": 2, \"policyVer");
    RunHistory history = RunHistory.read(run.path());
    assertThat(history.batches()).hasSize(2);
    assertThat(history.evaluations()).isEmpty();
    assertThat(history.best()).isEmpty();
    assertThat(history.end()).isEmpty();
  }

  @Test
  void timeIsCountedFromItsOwnBeginningWhereAnotherRunMeasuredTheStart() throws Exception {
    TestingRun run = run().trained(20);
    Duration own = RunHistory.read(run.path()).elapsed();
    run.line(run.directory().evaluations(), validation(0, 10));
    assertThat(RunHistory.read(run.path()).elapsed()).isGreaterThan(own);
    Files.writeString(
        run.directory().settings(),
        Files.readString(run.directory().settings()) + "evaluation: {start: runs/another-1}\n");
    RunHistory history = RunHistory.read(run.path());
    assertThat(history.elapsed()).isEqualTo(own);
    assertThat(history.startedAt()).isEqualTo(TestingRun.START);
  }

  @Test
  void theFirstOfTheBestVersionsIsTheBest() {
    TestingRun run = run();
    for (String line :
        new String[] {
          validation(0, 10), validation(30, 14), validation(60, 16), validation(90, 16)
        }) {
      run.line(run.directory().evaluations(), line);
    }
    assertThat(RunHistory.read(run.path()).best().orElseThrow().version()).isEqualTo(60);
  }

  private static String validation(int version, int strict) {
    return "{\"split\":\"validation\",\"version\":"
        + version
        + ",\"startedAt\":0,\"seconds\":1.0,\"categories\":{\"base\":{\"counted\":20,\"passed\":20,"
        + "\"strict\":"
        + strict
        + "}},\"successes\":{}}";
  }

  @Test
  void aDirectoryThatIsNoRunIsRefused() {
    assertRefused(directory, "is no run directory: it has no settings.yaml");
  }

  @Test
  void aRunThatNothingHasComeOfIsRefused() {
    Path run = run().path();
    assertRefused(run, "nothing has come of run " + run + " yet: no batch is complete");
  }

  @Test
  void damagedLinesAreNamed() {
    TestingRun noJson = run().trained(2);
    noJson.line(noJson.directory().batches(), "{\"batch\":");
    assertRefused(noJson.path(), "batches.jsonl line 3 is damaged: ");
    TestingRun lacking = run().trained(1);
    lacking.line(lacking.directory().batches(), "{\"batch\": 1}");
    assertRefused(
        lacking.path(), "batches.jsonl line 2 is damaged: it lacks arms; delete the line");
    TestingRun step = run().trained(1);
    step.line(step.directory().steps(), "[]");
    assertRefused(step.path(), "steps.jsonl line 2 is damaged: the line is not an object");
    TestingRun nothing = run().trained(1);
    nothing.line(nothing.directory().evaluations(), "null");
    assertRefused(nothing.path(), "evaluations.jsonl line 1 is damaged: it holds null");
    TestingRun patch = run().trained(1);
    patch.line(patch.directory().patches(), "{\"runId\": 7}");
    assertRefused(patch.path(), "patches.jsonl line 1 is damaged: runId is not a text");
  }

  @Test
  void damagedSettingsAndEndsAreNamed() throws Exception {
    TestingRun settings = run().trained(1);
    Files.writeString(settings.directory().settings(), "run: [");
    assertRefused(settings.path(), "settings.yaml is damaged: ");
    TestingRun result = run().trained(1);
    Files.writeString(result.directory().result(), "{");
    assertRefused(result.path(), "result.json is damaged; delete it");
  }

  private static void assertRefused(Path run, String message) {
    assertThatThrownBy(() -> RunHistory.read(run))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(message);
  }
}
