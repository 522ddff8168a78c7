package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Tag;

class TurnAdvantagesTest {
  private static SampleDiagnosis diagnosed(Tag... tags) {
    return new SampleDiagnosis(List.of(tags), tags.length, List.of());
  }

  private static List<List<Double>> of(SampleDiagnosis... group) {
    return TurnAdvantages.of(List.of(group), AdvantageRule.DR_GRPO);
  }

  @Test
  void aTurnInWhichNothingDiffersCarriesNothing() {
    List<List<Double>> advantages =
        of(diagnosed(Tag.PASS, Tag.PASS), diagnosed(Tag.PASS, Tag.STATE_MISMATCH));
    assertThat(advantages).containsExactly(List.of(0.0, 0.5), List.of(0.0, -0.5));
  }

  @Test
  void onlyEpisodesThatFailedInNoTurnBeforeAreCompared() {
    List<List<Double>> advantages =
        of(
            diagnosed(Tag.PASS, Tag.PASS),
            diagnosed(Tag.CORRECT_ABSTENTION, Tag.STATE_MISMATCH),
            diagnosed(Tag.SPURIOUS_TOOL_CALL, Tag.PASS));
    assertThat(advantages.get(0)).satisfiesExactly(near(1 / 3.0), near(0.5));
    assertThat(advantages.get(1)).satisfiesExactly(near(1 / 3.0), near(-0.5));
    assertThat(advantages.get(2)).satisfiesExactly(near(-2 / 3.0), near(0));
  }

  private static Consumer<Double> near(double expected) {
    return actual -> assertThat(actual).isCloseTo(expected, within(1e-12));
  }

  @Test
  void aGroupThatFailsAsAWholeStillLearnsFromWhereItsEpisodesDiffer() {
    List<List<Double>> advantages =
        of(
            diagnosed(Tag.PASS, Tag.STATE_MISMATCH),
            diagnosed(Tag.EMPTY_TURN_MODEL_RESPONSE, Tag.STATE_MISMATCH));
    assertThat(advantages).containsExactly(List.of(0.5, 0.0), List.of(-0.5, 0.0));
  }

  @Test
  void turnsNeverReachedCarryNothing() {
    SampleDiagnosis cut =
        new SampleDiagnosis(
            List.of(Tag.RESPONSE_MISMATCH, Tag.EMPTY_TURN_MODEL_RESPONSE), 1, List.of(0));
    assertThat(of(diagnosed(Tag.PASS, Tag.PASS), cut))
        .containsExactly(List.of(0.5, 0.0), List.of(-0.5));
    assertThat(of(SampleDiagnosis.NONE)).containsExactly(List.of());
  }

  @Test
  void theRuleOfTheGroupHolds() {
    List<List<Double>> advantages =
        TurnAdvantages.of(
            List.of(diagnosed(Tag.PASS), diagnosed(Tag.STATE_MISMATCH)), AdvantageRule.GRPO);
    assertThat(advantages.get(0)).satisfiesExactly(near(0.5 / (Math.sqrt(0.5) + 1e-6)));
  }
}
