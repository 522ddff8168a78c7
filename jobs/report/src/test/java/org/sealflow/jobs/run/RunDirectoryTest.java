package org.sealflow.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.settings.UserError;

class RunDirectoryTest {
  @TempDir private Path folder;

  @Test
  void runsOfANameAreNumbered() {
    assertThat(RunDirectory.create(folder, "nano").runId()).isEqualTo("nano-1");
    assertThat(RunDirectory.create(folder, "nano").runId()).isEqualTo("nano-2");
    assertThat(RunDirectory.create(folder, "other").runId()).isEqualTo("other-1");
    assertThat(RunDirectory.newest(folder, "nano").map(RunDirectory::runId)).contains("nano-2");
    assertThat(RunDirectory.newest(folder, "none")).isEmpty();
  }

  @Test
  void aDirectoryWithoutSettingsIsNoRun() {
    assertThatThrownBy(() -> RunDirectory.open(folder))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("is no run directory: it has no settings.yaml");
  }

  @Test
  void aLineThatACrashCutOffIsLeftOutAndWrittenOver() throws IOException {
    Path file = folder.resolve("lines.jsonl");
    EvaluationLine first = line(0);
    try (JsonLines lines = JsonLines.anew(file)) {
      lines.write(first);
    }
    Files.writeString(file, Files.readString(file) + "{\"split\":\"valid");
    assertThat(JsonLines.read(file, EvaluationLine.class)).containsExactly(first);
    try (JsonLines lines = JsonLines.goingOn(file)) {
      lines.write(line(20));
    }
    assertThat(JsonLines.read(file, EvaluationLine.class)).containsExactly(first, line(20));
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("lines.jsonl"), "{\"split\": 1\n");
    assertThatThrownBy(() -> JsonLines.read(file, EvaluationLine.class))
        .isInstanceOf(UserError.class)
        .hasMessageContaining("lines.jsonl line 1 is damaged");
  }

  private static EvaluationLine line(long version) {
    return new EvaluationLine(
        EvaluationLine.VALIDATION,
        version,
        1_000,
        2.5,
        Map.of("multi_turn_base", new Successes(2, 1, 1)),
        Map.of("a", true, "b", false));
  }
}
