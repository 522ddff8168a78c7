package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Tag;

class TurnsSoFarTest {
  private static SampleDiagnosis diagnosed(Tag... tags) {
    return new SampleDiagnosis(List.of(tags), tags.length, List.of());
  }

  private static List<List<Double>> of(SampleDiagnosis... group) {
    return of(0, List.of(List.of(group))).get(0);
  }

  private static List<List<List<Double>>> of(double prior, List<List<SampleDiagnosis>> groups) {
    return new TurnsSoFar(AdvantageRule.DR_GRPO, 0, prior).of(groups);
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
  void aTurnThatAnEpisodeIsCutOffInDidNotGoWell() {
    SampleDiagnosis cut =
        new SampleDiagnosis(
            List.of(Tag.CORRECT_ABSTENTION, Tag.EMPTY_TURN_MODEL_RESPONSE), 1, List.of(0));
    assertThat(of(diagnosed(Tag.CORRECT_ABSTENTION, Tag.PASS), cut))
        .containsExactly(List.of(0.5, 0.0), List.of(-0.5));
  }

  @Test
  void anAbstentionAfterARefusedCallDidNotGoWell() {
    SampleDiagnosis refused =
        new SampleDiagnosis(
            List.of(Tag.CORRECT_ABSTENTION), 1, List.of(), List.of(TurnOutcome.WRONG), 0);
    SampleDiagnosis clean = diagnosed(Tag.CORRECT_ABSTENTION);
    assertThat(of(clean, refused)).containsExactly(List.of(0.5), List.of(-0.5));
    assertThat(TurnsSoFar.varies(List.of(clean, refused))).isTrue();
  }

  /**
   * Of three turns two, one and none went well from the first on: outcomes 1, (1 + g)/(1 + g + g²).
   */
  @Test
  void turnsBehindCountByTheirDiscount() {
    List<SampleDiagnosis> group =
        List.of(
            diagnosed(Tag.CORRECT_ABSTENTION, Tag.PASS, Tag.PASS),
            diagnosed(Tag.CORRECT_ABSTENTION, Tag.PASS, Tag.STATE_MISMATCH),
            diagnosed(Tag.CORRECT_ABSTENTION, Tag.STATE_MISMATCH, Tag.PASS),
            diagnosed(Tag.SPURIOUS_TOOL_CALL, Tag.PASS, Tag.PASS));
    List<List<Double>> advantages =
        new TurnsSoFar(AdvantageRule.DR_GRPO, 0.5, 0).of(List.of(group)).get(0);
    double mean = (1.75 + 1.5 + 1 + 0) / 1.75 / 4;
    assertThat(advantages.get(0))
        .satisfiesExactly(near(1 - mean), near(1 - (1.5 + 1 + 0) / 1.5 / 3), near(0.5));
    assertThat(advantages.get(1).get(0)).isCloseTo(1.5 / 1.75 - mean, within(1e-12));
    assertThat(advantages.get(2).get(0)).isCloseTo(1 / 1.75 - mean, within(1e-12));
    assertThat(advantages.get(3)).satisfiesExactly(near(-mean), near(0), near(0));
  }

  @Test
  void theRuleOfTheGroupHolds() {
    List<List<Double>> advantages =
        new TurnsSoFar(AdvantageRule.GRPO, 0, 0)
            .of(List.of(List.of(diagnosed(Tag.PASS), diagnosed(Tag.STATE_MISMATCH))))
            .get(0);
    assertThat(advantages.get(0)).satisfiesExactly(near(0.5 / (Math.sqrt(0.5) + 1e-6)));
  }

  /** Of four turns that ask for no call one went well: 1/4; (0 + 2 * 1/4) / (2 + 2) = 1/8. */
  @Test
  void withAPriorAGroupThatFailsAlikeIsSetAgainstTheBatch() {
    List<List<List<Double>>> advantages =
        of(
            2,
            List.of(
                List.of(diagnosed(Tag.SPURIOUS_TOOL_CALL), diagnosed(Tag.SPURIOUS_TOOL_CALL)),
                List.of(diagnosed(Tag.CORRECT_ABSTENTION), diagnosed(Tag.SPURIOUS_TOOL_CALL))));
    assertThat(advantages.get(0))
        .satisfiesExactly(
            first -> assertThat(first).satisfiesExactly(near(-1 / 8.0)),
            second -> assertThat(second).satisfiesExactly(near(-1 / 8.0)));
    assertThat(advantages.get(1))
        .satisfiesExactly(
            first -> assertThat(first).satisfiesExactly(near(1 - 3 / 8.0)),
            second -> assertThat(second).satisfiesExactly(near(-3 / 8.0)));
  }

  @Test
  void withAPriorTurnsThatAskForCallsAndThoseThatDoNotAreSetAgainstTheirOwnKind() {
    List<List<List<Double>>> advantages =
        of(
            1,
            List.of(
                List.of(diagnosed(Tag.PASS), diagnosed(Tag.EMPTY_TURN_MODEL_RESPONSE)),
                List.of(diagnosed(Tag.CORRECT_ABSTENTION), diagnosed(Tag.CORRECT_ABSTENTION))));
    assertThat(advantages.get(0).get(0)).satisfiesExactly(near(0.5));
    assertThat(advantages.get(1).get(0)).satisfiesExactly(near(0));
  }

  @Test
  void withAPriorOneDeviationHoldsForAllTurnsOfAKind() {
    List<List<List<Double>>> advantages =
        new TurnsSoFar(AdvantageRule.GRPO, 0, 3)
            .of(
                List.of(
                    List.of(diagnosed(Tag.PASS), diagnosed(Tag.STATE_MISMATCH)),
                    List.of(diagnosed(Tag.PASS), diagnosed(Tag.RESPONSE_MISMATCH))));
    assertThat(advantages.get(0).get(0)).satisfiesExactly(near(0.5 / (0.5 + 1e-6)));
    assertThat(advantages.get(1).get(1)).satisfiesExactly(near(-0.5 / (0.5 + 1e-6)));
  }

  @Test
  void turnsBehindAFailureCarryNothingWithAPriorEither() {
    assertThat(
            of(
                4,
                List.of(
                    List.of(
                        diagnosed(Tag.STATE_MISMATCH, Tag.PASS), diagnosed(Tag.STATE_MISMATCH)))))
        .containsExactly(List.of(List.of(0.0, 0.0), List.of(0.0)));
  }
}
