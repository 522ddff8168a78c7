package org.sealflow.jobs.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine;

class RepairOptionsTest {
  private static RepairOptions options(String... arguments) {
    return CommandLine.populateCommand(new RepairOptions(), arguments);
  }

  @Test
  void repairsAreSearchedUnlessToldOtherwise() {
    RepairFinder standard = new RepairFinder(RepairSettings.DEFAULT);

    assertThat(options().search()).isEqualTo(standard);
    assertThat(options("--repairs").search()).isEqualTo(standard);
    assertThat(options("--no-repairs").search()).isNull();
  }

  @Test
  void theSearchGoesAsFarAsItIsTold() {
    assertThat(options("--repair-edits", "2", "--repair-executions", "50").search())
        .isEqualTo(new RepairFinder(new RepairSettings(2, 50, 10_000_000)));
  }

  @Test
  void limitsBelowOneAreRefused() {
    assertThatThrownBy(() -> options("--repair-edits", "0").search())
        .isInstanceOf(UserError.class)
        .hasMessage("--repair-edits is 0, expected at least 1");
    assertThatThrownBy(() -> options("--repair-executions", "0").search())
        .isInstanceOf(UserError.class)
        .hasMessage("--repair-executions is 0, expected at least 1");
  }
}
