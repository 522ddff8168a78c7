package org.sealflow.jobs.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CheckChangesTest {
  private static final MachineCheck MEMORY = MachineCheck.ok("memory", "2 GiB free");
  private static final MachineCheck TASKS =
      MachineCheck.fail("topics", "tasks is missing", "create it");
  private static final MachineCheck FAILURES =
      MachineCheck.fail("topics", "failures is missing", "create it");
  private static final MachineCheck SOUND =
      MachineCheck.ok("topics", "10 with the settings they need");

  @Test
  void whatIsAsBeforeIsNotShownAgain() {
    assertThat(
            CheckChanges.between(List.of(MEMORY), List.of(MachineCheck.ok("memory", "1 GiB free"))))
        .isEmpty();
    assertThat(CheckChanges.between(List.of(TASKS), List.of(TASKS))).isEmpty();
  }

  @Test
  void anotherFailureOfTheSameNameIsShown() {
    assertThat(CheckChanges.between(List.of(TASKS), List.of(TASKS, FAILURES)))
        .containsExactly(FAILURES);
  }

  @Test
  void whatFailedAndIsSoundNowIsShown() {
    assertThat(CheckChanges.between(List.of(MEMORY, TASKS), List.of(MEMORY, SOUND)))
        .containsExactly(SOUND);
  }
}
