package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyDict;

class ContrastTest {
  private static final List<Task.Message> REQUEST =
      List.of(new Task.Message("user", "Make a folder 'ab1' and go there."));
  private static final List<Task.Message> LATER = List.of(new Task.Message("user", "List it."));
  private static final Task TASK =
      new Task(
          "multi_turn_base_train5",
          List.of(REQUEST, LATER),
          List.of("GorillaFileSystem"),
          new PyDict(),
          Map.of(),
          List.of(List.of("mkdir(dir_name='ab1')", "cd(folder='ab1')"), List.of("ls()")));

  @Test
  void oneSideIsTheFirstTurnAlone() {
    Task served = Contrast.of(TASK).served();

    assertThat(served.turns()).containsExactly(REQUEST);
    assertThat(served.groundTruth()).containsExactly(TASK.groundTruth().get(0));
    assertThat(served.withheldTools()).isEmpty();
  }

  @Test
  void theOtherWithholdsItsFirstToolUntilTheSecondTurn() {
    Task withheld = Contrast.of(TASK).withheld();

    assertThat(withheld.id()).isEqualTo(TASK.id());
    assertThat(withheld.turns()).containsExactly(REQUEST, List.of());
    assertThat(withheld.withheldTools()).isEqualTo(Map.of(1, List.of("mkdir")));
    assertThat(withheld.groundTruth()).containsExactly(List.of(), TASK.groundTruth().get(0));
  }

  @Test
  void aFirstTurnThatCallsNothingHasNoContrast() {
    Task asksBack =
        new Task(
            "multi_turn_miss_param_train6",
            List.of(REQUEST, LATER),
            List.of("GorillaFileSystem"),
            new PyDict(),
            Map.of(),
            List.of(List.of(), List.of("ls()")));

    assertThat(Contrast.isIn(TASK)).isTrue();
    assertThat(Contrast.isIn(asksBack)).isFalse();
    assertThat(Contrast.isIn(Contrast.of(TASK).withheld())).isFalse();
  }
}
