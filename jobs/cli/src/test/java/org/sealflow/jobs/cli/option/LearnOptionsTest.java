package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.jobs.cli.TestingCommandLine;
import org.sealflow.jobs.cli.text.ExitCodes;

/** Shows what {@code sealflow diagnose --learn} refuses before it starts a broker or a job. */
class LearnOptionsTest {
  @TempDir private Path directory;

  private TestingCommandLine diagnose(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "diagnose";
    arguments[1] = "--data-dir";
    arguments[2] = directory.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return TestingCommandLine.run(arguments);
  }

  private void assertRefused(TestingCommandLine command, String... parts) {
    assertThat(command.exitCode()).isIn(ExitCodes.FAILED, ExitCodes.USAGE);
    assertThat(command.err()).hasLineCount(1).contains(parts);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aSettingOutOfItsRangeIsOneLine() {
    TestingCommandLine command = diagnose("--parallelism", "-1", "--checkpoint-interval", "9ms");
    assertThat(command.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(command.err())
        .hasLineCount(1)
        .contains("parallelism is -1, expected a whole number from 0")
        .contains("checkpoint-interval is 9ms, expected 10ms or more");
  }

  @Test
  void whatLearningNeedsIsNamedAtOnce() {
    assertRefused(
        diagnose("--learn", "--pass-tokens", "0"),
        "--run is missing",
        "--model is missing",
        "--weights is missing",
        "passTokens is 0");
  }

  @Test
  void whatIsForLearningAloneIsRefusedWithoutIt() {
    TestingCommandLine command = diagnose("--model", "m", "-S", "reward=strict");
    assertRefused(command, "--learn is missing", "--set", "--model");
    assertThat(command.exitCode()).isEqualTo(ExitCodes.USAGE);
  }

  @Test
  void aModelThatIsNotThereIsOneLine() {
    assertRefused(
        diagnose("--learn", "--run", "r", "--model", "/absent/model", "--weights", "file:///w"),
        "/absent/model is no directory, expected a Hugging Face model directory");
  }

  @Test
  void aRunCannotBeginAnew() {
    assertRefused(
        diagnose("--fresh", "--learn", "--run", "r", "--model", "m", "--weights", "file:///w"),
        "leave --fresh out, or give another --run than r");
  }

  @Test
  void anUnknownSettingOfTheMathematicsIsNamed() {
    assertRefused(
        diagnose(
            "--learn", "--run", "r", "--model", "m", "--weights", "file:///w", "-S", "speed=9"),
        "speed");
  }
}
