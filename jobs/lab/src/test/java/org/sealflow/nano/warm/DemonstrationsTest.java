package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.generate.CategoryWeights;
import org.sealflow.nano.demonstration.Demonstration;

class DemonstrationsTest {
  private static final CategoryWeights ALL = new CategoryWeights(1, 1, 1, 1);

  private static Phase phase(double shortLists, double contrasts) {
    return new Phase(1, 0, 0, shortLists, 0, 0, 0, contrasts, ALL);
  }

  private static List<Demonstration> make(Phase phase, long first, int count) {
    return new Demonstrations(TestingTasks.SOURCES, TestingWarmStart.settings(7))
        .make(phase, first, count);
  }

  @Test
  void anyPartCanBeMadeAgainAlone() {
    Phase phase = phase(0.5, 0);

    assertThat(make(phase, 5, 3)).isEqualTo(make(phase, 0, 10).subList(5, 8));
  }

  @Test
  void theTwoSidesOfAContrastDifferByOneToolAndTheAnswer() {
    List<Demonstration> pair = make(phase(1, 1), 0, 1);

    assertThat(pair).hasSize(2);
    List<String> served = pair.get(0).texts().get(0).lines().toList();
    List<String> withheld = pair.get(1).texts().get(0).lines().toList();
    assertThat(withheld).hasSize(served.size() - 1).isSubsetOf(served);
    assertThat(pair.get(0).texts().get(1)).isEqualTo(pair.get(1).texts().get(1));
    assertThat(pair.get(0).texts().get(2)).startsWith("<tool_call>");
    assertThat(pair.get(1).texts().get(2)).isEqualTo("I have no function for that.");
  }

  @Test
  void theCategoriesTakeTurns() {
    assertThat(make(phase(0, 0), 0, 4))
        .extracting(Demonstration::taskId)
        .satisfiesExactly(
            id -> assertThat(id).startsWith("multi_turn_base"),
            id -> assertThat(id).startsWith("multi_turn_miss_func"),
            id -> assertThat(id).startsWith("multi_turn_miss_param"),
            id -> assertThat(id).startsWith("multi_turn_long_context"));
  }
}
