package org.sealflow.jobs.cli.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.bfcl.files.TaskDirectory;
import org.sealflow.bfcl.task.Task;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.generate.TaskFiles;
import org.sealflow.generate.TaskGenerator;
import org.sealflow.generate.TaskLines;
import org.sealflow.generate.family.GeneratorSplit;
import org.sealflow.jobs.cli.TestingCommandLine;

final class TasksGenerateCommandTest {
  private static final Path TOOLS = Path.of("..", "..", "data", "tasks");
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-01-15T12:00:00Z"), ZoneOffset.UTC);

  @TempDir private Path folder;

  private TestingCommandLine generate(String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("--tools", TOOLS.toString()));
    return TestingCommandLine.run(new TasksGenerateCommand(NOON), arguments.toArray(new String[0]));
  }

  private Path target() {
    return folder.resolve("tasks");
  }

  @Test
  void whatIsWrittenIsReadBackEqual() throws IOException {
    TestingCommandLine run =
        generate("--seed", "5", "--count", "60", "--output", target().toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    TaskDirectory directory = TaskDirectory.read(target());
    TaskGenerator generator =
        new TaskGenerator(GeneratorSettings.of(5, GeneratorSplit.TRAIN), TaskFiles.sources(TOOLS));
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      made.add(rows(generator.next().task()));
    }
    assertThat(directory.tasks().stream().map(TasksGenerateCommandTest::rows))
        .containsExactlyInAnyOrderElementsOf(made);
    for (Task task : directory.tasks()) {
      assertThat(directory.ready(task.id()).program().task()).isEqualTo(task);
    }
  }

  private static String rows(Task task) {
    return TaskLines.question(task) + TaskLines.answer(task);
  }

  @Test
  void countsAndTheWayOnArePrinted() {
    TestingCommandLine run =
        generate(
            "--split",
            "validation",
            "--seed",
            "1",
            "--count",
            "9",
            "--category",
            "multi_turn_base",
            "--category",
            "multi_turn_miss_func",
            "--output",
            target().toString());
    assertThat(run.lines()).hasSize(4);
    assertThat(run.lines().subList(0, 2))
        .containsExactly("multi_turn_base: 5 tasks", "multi_turn_miss_func: 4 tasks");
    assertThat(run.lines().get(2)).startsWith("dropped: ");
    assertThat(run.lines().get(3))
        .isEqualTo(
            "generated 9 tasks in 0.0 s; written to "
                + target()
                + ", use them with --tasks "
                + target());
    assertThat(target().resolve("BFCL_v4_multi_turn_base.json")).exists();
    assertThat(target().resolve("BFCL_v4_multi_turn_miss_param.json")).doesNotExist();
  }

  @Test
  void withoutSeedAndCountTheFixedSetIsWritten() throws IOException {
    TestingCommandLine run = generate("--split", "test", "--json", "--output", target().toString());
    JsonNode report = new ObjectMapper().readTree(run.out());
    assertThat(report.get("tasks").get("multi_turn_long_context").asInt()).isEqualTo(100);
    assertThat(report.get("slots").get("random").asInt())
        .isGreaterThan(report.get("slots").get("lexical").asInt());
    TaskGenerator fixed =
        new TaskGenerator(GeneratorSettings.fixed(GeneratorSplit.TEST), TaskFiles.sources(TOOLS));
    assertThat(Files.readAllLines(target().resolve("BFCL_v4_multi_turn_base.json")).get(0))
        .isEqualTo(TaskLines.question(fixed.next().task()));
  }

  @Test
  void aDirectoryThatHoldsSomethingIsLeftAlone() throws IOException {
    Files.writeString(folder.resolve("mine.txt"), "mine");
    TestingCommandLine run = generate("--output", folder.toString());
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains(folder + " is not empty; give a new directory with --output");
    assertThat(folder.toFile().list()).containsExactly("mine.txt");
  }

  @Test
  void whatCannotBeGeneratedIsRefusedInOneLine() {
    String output = target().toString();
    assertThat(generate("--count", "0", "--output", output).err())
        .contains("--count is 0, expected 1 or more");
    assertThat(generate("--split", "dev", "--output", output).err())
        .contains("no split dev; expected one of [train, validation, test, test-other-lexicon]");
    assertThat(generate("--category", "base", "--output", output).err())
        .contains("no category base; expected one of [multi_turn_base");
    assertThat(target()).doesNotExist();
  }
}
