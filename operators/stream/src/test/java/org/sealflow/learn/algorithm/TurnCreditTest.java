package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sealflow.learn.algorithm.TurnOutcome.RIGHT;
import static org.sealflow.learn.algorithm.TurnOutcome.UNJUDGED;
import static org.sealflow.learn.algorithm.TurnOutcome.WRONG;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.sealflow.schemas.Tag;

class TurnCreditTest {
  private static final TurnCredit ORIGIN =
      new TurnCredit(AdvantageRule.DR_GRPO, CreditRule.TURNS_ORIGIN);
  private static final TurnCredit OFFICIAL =
      new TurnCredit(AdvantageRule.DR_GRPO, CreditRule.TURNS_OFFICIAL);

  @Test
  void aTurnIsComparedWithTheSameTurnOfTheGroup() {
    assertThat(
            ORIGIN.advantages(
                List.of(List.of(RIGHT, WRONG), List.of(WRONG, WRONG), List.of(RIGHT, WRONG))))
        .satisfiesExactly(
            one -> assertThat(one).containsExactly(1 - 2 / 3.0, 0.0),
            two -> assertThat(two).containsExactly(-2 / 3.0, 0.0),
            three -> assertThat(three).containsExactly(1 - 2 / 3.0, 0.0));
  }

  @Test
  void laterTurnsOfAFailedEpisodeAreComparedToo() {
    assertThat(ORIGIN.advantages(List.of(List.of(WRONG, RIGHT), List.of(RIGHT, WRONG))))
        .containsExactly(List.of(-0.5, 0.5), List.of(0.5, -0.5));
  }

  @Test
  void whatIsNotJudgedCarriesNothingAndIsNotComparedWith() {
    assertThat(
            ORIGIN.advantages(
                List.of(List.of(RIGHT), List.of(UNJUDGED), List.of(WRONG), List.of())))
        .containsExactly(List.of(0.5), List.of(0.0), List.of(-0.5), List.of());
    assertThat(ORIGIN.advantages(List.of(List.of(RIGHT), List.of(UNJUDGED))))
        .containsExactly(List.of(0.0), List.of(0.0));
  }

  /** r = 1, 0, 0, 0: mean 1/4, unbiased deviation 1/2. */
  @Test
  void theRuleOfTheGroupHolds() {
    List<List<Double>> advantages =
        new TurnCredit(AdvantageRule.GRPO, CreditRule.TURNS_ORIGIN)
            .advantages(List.of(List.of(RIGHT), List.of(WRONG), List.of(WRONG), List.of(WRONG)));
    assertThat(advantages.get(0).get(0)).isEqualTo(0.75 / (0.5 + 1e-6));
    assertThat(advantages.get(1).get(0)).isEqualTo(-0.25 / (0.5 + 1e-6));
  }

  @Test
  void aCascadedTurnIsRightByOriginAndWrongByTheOfficialVerdict() {
    SampleDiagnosis cascade =
        new SampleDiagnosis(
            List.of(Tag.STATE_MISMATCH, Tag.STATE_MISMATCH, Tag.PASS),
            3,
            List.of(0),
            List.of(WRONG, RIGHT, RIGHT));
    assertThat(ORIGIN.outcomes(cascade)).containsExactly(WRONG, RIGHT, RIGHT);
    assertThat(OFFICIAL.outcomes(cascade)).containsExactly(WRONG, WRONG, RIGHT);
  }

  @Test
  void aPassingTurnThatIsTheRootCauseOrHoldsARefusedCallIsOfficiallyWrongToo() {
    SampleDiagnosis diagnosis =
        new SampleDiagnosis(
            List.of(Tag.PASS, Tag.CORRECT_ABSTENTION, Tag.GT_ERROR),
            3,
            List.of(0),
            List.of(RIGHT, WRONG, UNJUDGED));
    assertThat(OFFICIAL.outcomes(diagnosis)).containsExactly(WRONG, WRONG, UNJUDGED);
  }

  @Test
  void turnsNeverReachedHaveNoOutcome() {
    SampleDiagnosis cut =
        new SampleDiagnosis(
            List.of(Tag.PASS, Tag.EMPTY_TURN_MODEL_RESPONSE),
            1,
            List.of(0),
            List.of(WRONG, UNJUDGED));
    assertThat(ORIGIN.outcomes(cut)).containsExactly(WRONG);
    assertThat(OFFICIAL.outcomes(cut)).containsExactly(WRONG);
  }

  @Test
  void permutingKeepsHowManyTurnsAreRightAndWhichAreJudged() {
    List<TurnOutcome> outcomes = List.of(RIGHT, UNJUDGED, WRONG, RIGHT, RIGHT);
    SplittableRandom random = new SplittableRandom(1);
    Set<Integer> wrongAt = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      List<TurnOutcome> dealt = TurnCredit.permuted(outcomes, random);
      assertThat(dealt).containsExactlyInAnyOrderElementsOf(outcomes);
      assertThat(dealt.get(1)).isEqualTo(UNJUDGED);
      wrongAt.add(dealt.indexOf(WRONG));
    }
    assertThat(wrongAt).containsExactlyInAnyOrder(0, 2, 3, 4);
  }

  @Test
  void aGroupOfEqualRewardsVariesIfOneOfItsTurnsDoes() {
    List<Tag> tags = Collections.nCopies(2, Tag.STATE_MISMATCH);
    RewardedSample rightLater =
        new RewardedSample(0, new SampleDiagnosis(tags, 2, List.of(), List.of(WRONG, RIGHT)));
    RewardedSample wrongLater =
        new RewardedSample(0, new SampleDiagnosis(tags, 2, List.of(), List.of(WRONG, WRONG)));
    List<RewardedSample> mixed = List.of(rightLater, wrongLater);
    assertThat(DropRule.ZERO_VARIANCE.drops(mixed, CreditRule.TURNS_ORIGIN)).isFalse();
    assertThat(DropRule.ZERO_VARIANCE.drops(mixed, CreditRule.TURNS_OFFICIAL)).isTrue();
    assertThat(DropRule.ZERO_VARIANCE.drops(mixed, CreditRule.TRAJECTORY)).isTrue();
    assertThat(
            DropRule.ZERO_VARIANCE.drops(List.of(wrongLater, wrongLater), CreditRule.TURNS_ORIGIN))
        .isTrue();
  }

  @Test
  void creditByEpisodesComparesNoTurns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TurnCredit(AdvantageRule.GRPO, CreditRule.TRAJECTORY))
        .withMessageContaining("TURNS_ORIGIN");
  }
}
