package org.sealflow.system.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.python.Reference;
import org.sealflow.system.fixture.Await;
import org.sealflow.system.fixture.CommandProcess;
import org.sealflow.system.fixture.StandaloneCluster;

/** A short schedule of {@code sealflow chaos}, as the command line plays it. */
@Tag("long")
final class WholeSystemITCase {
  private static final Duration LONGEST = Duration.ofMinutes(30);

  /** Of those whose two faults come at once and are over soon. */
  private static final String SEED = "158";

  private static final List<String> SCHEDULE =
      List.of(
          "--seed",
          SEED,
          "--faults",
          "2",
          "--round",
          "2",
          "--kinds",
          "kill-taskmanager,truncated-records");

  @TempDir private Path directory;

  private Path log() {
    return directory.resolve("chaos.md");
  }

  private CommandProcess start(String data, List<String> schedule) throws Exception {
    List<String> words =
        new ArrayList<>(
            List.of(
                "chaos",
                "--json",
                "--patience",
                "10",
                "--job-jar",
                StandaloneCluster.jobJar().toString(),
                "--model",
                Reference.repository().resolve("data/nano").toString(),
                "--tools",
                Reference.repository().resolve("data/tasks").toString(),
                "--directory",
                directory.resolve(data).toString(),
                "--log",
                log().toString()));
    words.addAll(schedule);
    return CommandProcess.start(directory.resolve("errors.txt"), Map.of(), words);
  }

  private long processes() {
    String launcher = directory.resolve("data").resolve("logs").resolve("launcher").toString();
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process.info().commandLine().filter(line -> line.contains(launcher)).isPresent())
        .count();
  }

  private static void assertHolds(CommandProcess command) throws Exception {
    int code = command.end(LONGEST);
    assertThat(code).as("%s", command.errorLines()).isZero();
    JsonNode result = new ObjectMapper().readTree(command.line());
    assertThat(result.get("holds").asBoolean()).isTrue();
    assertThat(result.get("again").asText()).contains(SCHEDULE);
  }

  @Test
  void aShortScheduleLosesAndDoublesNothingAndIsNotPlayedTwice() throws Exception {
    try (CommandProcess command = start("data", SCHEDULE)) {
      assertHolds(command);
      assertThat(command.errorLines())
          .anyMatch(line -> line.startsWith("round 1 holds: 2 faults"))
          .anyMatch(line -> line.contains("kill-taskmanager"));
    }
    assertThat(Files.readAllLines(log())).hasSize(3).last().asString().contains("--seed " + SEED);
    assertThat(processes()).isZero();

    try (CommandProcess command = start("again", SCHEDULE)) {
      assertHolds(command);
      assertThat(command.errorLines())
          .anyMatch(line -> line.startsWith("1 of 1 rounds stand in " + log() + " as held"))
          .noneMatch(line -> line.startsWith("starting"));
    }
    assertThat(Files.readAllLines(log())).hasSize(3);
  }

  @Test
  void whoeverStopsTheCommandStopsAllItsProcesses() throws Exception {
    try (CommandProcess command = start("data", List.of("--faults", "1"))) {
      Await.until("processes", LONGEST, () -> processes() > 1);
      command.terminate(LONGEST);
    }
    Await.until("their end", LONGEST, () -> processes() == 0);
  }
}
