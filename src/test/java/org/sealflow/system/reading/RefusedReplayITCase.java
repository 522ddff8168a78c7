package org.sealflow.system.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.sealflow.system.reading.Replays.assertOneLine;
import static org.sealflow.system.reading.Replays.replay;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.system.fixture.Console;
import org.sealflow.system.fixture.Samples;

/** {@code sealflow replay} says in one line why it cannot go on. */
final class RefusedReplayITCase {

  @TempDir Path directory;

  @Test
  void anAbsentFileIsOneLine() {
    assertOneLine(replay(directory.resolve("absent.jsonl"), "calls"), 1, "no file", "absent.jsonl");
  }

  @Test
  void aFileThatMayNotBeReadIsOneLine() throws Exception {
    Path file = Files.copy(Samples.calls(), directory.resolve("secret.jsonl"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("-w-------"));
    assumeThat(Files.isReadable(file)).as("the superuser reads every file").isFalse();
    assertOneLine(replay(file, "calls"), 1, "secret.jsonl cannot be read: permission denied");
  }

  @Test
  void filesWithoutARecordAreOneLine() throws Exception {
    Path empty = Files.createFile(directory.resolve("empty.jsonl"));
    assertOneLine(replay(empty, "calls"), 1, "empty.jsonl is empty");
    Path blank = Files.writeString(directory.resolve("blank.jsonl"), "\n \n");
    Console console = replay(blank, "calls");
    assertOneLine(console, 1, "the files hold no trajectory");
    assertThat(console.out()).isEmpty();
  }

  @Test
  void aDirectoryIsOneLine() {
    assertOneLine(replay(directory, "calls"), 1, directory.toString(), "is a directory");
  }

  @Test
  void anUnknownFormatIsOneLine() {
    assertOneLine(replay(Samples.calls(), "parquet"), 2, "--format", "parquet", "bfcl-result");
  }

  @Test
  void linesReadAsEventsAreOneLine() {
    assertOneLine(
        replay(Samples.calls(), "sealflow", "--as-of", Samples.AS_OF),
        1,
        "samples.jsonl",
        "no Avro container file",
        "--format calls");
  }

  @Test
  void linesOfAnotherFormatAreOneLine() {
    assertOneLine(
        replay(Samples.results(), "calls", "--as-of", Samples.AS_OF),
        1,
        "result.jsonl line 1",
        "field turns is missing",
        " more)");
  }

  @Test
  void aBrokenGzipFileIsOneLineAndLeavesNoOutput() throws Exception {
    Path zipped = directory.resolve("cut.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      Files.copy(Samples.calls(), out);
    }
    byte[] whole = Files.readAllBytes(zipped);
    Files.write(zipped, Arrays.copyOf(whole, whole.length / 2));
    Path output = directory.resolve("cut.out");
    assertOneLine(
        replay(zipped, "calls", "--as-of", Samples.AS_OF, "--output", output.toString()),
        1,
        "cut.jsonl.gz");
    assertThat(output).doesNotExist();
  }

  @Test
  void aMissingTaskDirectoryIsOneLine() {
    assertOneLine(
        replay(Samples.calls(), "calls", directory.resolve("absent")),
        1,
        "no task directory",
        "absent",
        "--tasks DIR");
  }

  @Test
  void aDirectoryWithoutTasksIsOneLine() {
    assertOneLine(
        replay(Samples.calls(), "calls", directory), 1, directory.toString(), "holds no tasks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"today", "2026-13-01", "2026-02-30", "15.01.2026", ""})
  void aWrongDateIsOneLine(String date) {
    assertOneLine(
        replay(Samples.calls(), "calls", "--as-of", date),
        2,
        "--as-of",
        "'" + date + "'",
        "YYYY-MM-DD");
  }

  @Test
  void aDateThatIsNeededAndNotGivenIsOneLine() throws Exception {
    List<String> lines = Files.readAllLines(Samples.calls());
    // The tasks are known by the time the last line is verified, so it fails in the middle.
    List<String> some = new ArrayList<>(lines.subList(0, 60));
    some.add(lines.get(3).replaceAll("\"as_of\": \"[^\"]+\", ", ""));
    Path undated = Files.write(directory.resolve("undated.jsonl"), some);
    Console console = replay(undated, "calls");
    assertOneLine(console, 1, "undated.jsonl line 61", "--as-of");
    assertThat(console.err()).doesNotContain(" more)");
    assertThat(console.out()).contains("61 started").contains("1 infrastructure failed");
    assertThat(replay(undated, "calls", "--as-of", Samples.AS_OF).exitCode()).isZero();
  }

  @Test
  void aParallelismOfZeroIsOneLine() {
    assertOneLine(replay(Samples.calls(), "calls", "--parallelism", "0"), 2, "--parallelism is 0");
  }

  @Test
  void anOutputThatCannotBeWrittenIsOneLine() throws Exception {
    Path inTheWay = Files.createFile(directory.resolve("file"));
    Console console =
        replay(Samples.calls(), "calls", "--output", inTheWay.resolve("out.jsonl").toString());
    assertThat(console.exitCode()).isEqualTo(1);
    assertThat(console.errorLines()).hasSize(1);
    assertThat(console.err()).contains("cannot write").contains("out.jsonl").contains("--output");
  }
}
