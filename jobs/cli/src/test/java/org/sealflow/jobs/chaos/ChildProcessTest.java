package org.sealflow.jobs.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildProcessTest {
  @TempDir Path directory;

  /** A program that notes each start in a file and ends at once the first time. */
  static final class EndsOnce {
    private EndsOnce() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path starts = Path.of(arguments[0]);
      boolean first = Files.notExists(starts);
      Files.writeString(starts, "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      if (!first) {
        Thread.currentThread().join();
      }
      System.exit(3);
    }
  }

  private String starts() throws IOException {
    Path starts = directory.resolve("starts");
    return Files.exists(starts) ? Files.readString(starts) : "";
  }

  private void awaitStarts(String wanted) throws Exception {
    Deadline deadline = Deadline.in(Duration.ofSeconds(50));
    while (!starts().equals(wanted)) {
      deadline.pause(() -> "the program did not start " + wanted.length() + " times");
    }
  }

  private ChildProcess process() {
    return new ChildProcess(
        new ChildProcess.Program(
            "program",
            List.of(),
            System.getProperty("java.class.path"),
            EndsOnce.class.getName(),
            List.of(directory.resolve("starts").toString()),
            Map.of()),
        directory);
  }

  @Test
  void aProgramWritesWhatItsThreadsDoAndGoesOn() throws Exception {
    try (ChildProcess process = process()) {
      process.start();
      awaitStarts("xx");
      process.writeThreads();

      Deadline deadline = Deadline.in(Duration.ofSeconds(50));
      while (!Files.readString(process.log()).contains("ChildProcessTest$EndsOnce.main")) {
        deadline.pause(() -> "no threads in the log");
      }
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void aProgramThatEndsByItselfIsStartedAgainAndAKilledOneIsNot() throws Exception {
    try (ChildProcess process = process()) {
      process.start();
      awaitStarts("xx");
      assertThat(process.ownEnds()).isEqualTo(1);

      process.kill();
      process.start();
      awaitStarts("xxx");
      assertThat(process.ownEnds()).isEqualTo(1);
    }
  }
}
