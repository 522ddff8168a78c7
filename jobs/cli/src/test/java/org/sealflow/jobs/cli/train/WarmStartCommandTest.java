package org.sealflow.jobs.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;

class WarmStartCommandTest {
  /** A curriculum of a few steps, judged by four tasks. */
  private static final List<String> SMALL =
      List.of(
          "training.vocabularyDemonstrations=20",
          "training.examplesPerPool=16",
          "copying.steps=5",
          "curriculum.shortLists.tokens=3000",
          "curriculum.fullLists.tokens=0",
          "curriculum.finish.tokens=0",
          "judging.validationTasks=4",
          "judging.testTasks=4",
          "judging.maxTokens=4",
          "judging.stepsPerTurn=1");

  @TempDir private Path folder;

  private TestingCommandLine run(List<String> overrides, String... options) throws IOException {
    Path settings = folder.resolve("small.yaml");
    Files.writeString(settings, "training: {seed: 3}\n");
    List<String> line = new ArrayList<>(List.of("warm-start", settings.toString()));
    line.addAll(overrides);
    line.addAll(List.of("--tools", Path.of("..", "..", "data", "tasks").toString()));
    line.addAll(List.of(options));
    return TestingCommandLine.run(line.toArray(new String[0]));
  }

  @Test
  void unknownAndIllTypedSettingsAreRefusedAllAtOnce() throws IOException {
    TestingCommandLine ended =
        run(
            List.of("training.seeds=1", "copying.steps=many", "curriculum.shortLists.tokens=-1"),
            "--output",
            folder.resolve("out").toString());

    assertThat(ended.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(ended.err())
        .contains("training.seeds")
        .contains("copying.steps")
        .contains("a whole number")
        .contains("tokens is -1, expected 0 or more");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void anOutputThatExistsIsNeverReplaced() throws IOException {
    Path output = Files.createDirectory(folder.resolve("out"));

    TestingCommandLine ended = run(SMALL, "--output", output.toString());

    assertThat(ended.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(ended.err()).contains("exists already").contains("--output");
  }

  @Test
  void aSmallRunMakesAModelDirectoryWithItsManifest() throws IOException {
    Path output = folder.resolve("out");

    TestingCommandLine ended = run(SMALL, "--output", output.toString());

    assertThat(ended.err()).contains("copying exercise 5: ").contains("judged");
    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("made " + output).contains("test-other-lexicon");
    assertThat(output)
        .isDirectoryContaining("glob:**/config.json")
        .isDirectoryContaining("glob:**/generation_config.json")
        .isDirectoryContaining("glob:**/tokenizer.json")
        .isDirectoryContaining("glob:**/tokenizer_config.json")
        .isDirectoryContaining("glob:**/model.safetensors");
    assertThat(Files.readString(output.resolve("manifest.json")))
        .contains("weightsSha256")
        .contains("testTasksSha256")
        .contains("examplesPerPool: 16")
        .contains("multi_turn_miss_param")
        .contains("low95");
    assertThat(folder.resolve("out.work")).doesNotExist();
  }
}
