package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FeedbackCreditTest {
  private static final Offset<Float> ROUNDING = within(1e-6f);

  @Test
  void aBlamedTokenThatTheTeacherFindsLessLikelyIsBlamedMore() {
    FeedbackCredit credit =
        FeedbackCredit.of(
            new float[] {0, -2, -2, -2},
            new float[] {0, -1, -1, -1},
            new float[] {0, -1.5f, -0.75f, -1},
            new int[] {-1, 0, 0, 0},
            1);

    // exp(0.5), exp(-0.25) and 1 have the mean 1.1425074.
    assertThat(credit.advantages()[0]).isZero();
    assertThat(credit.advantages()[1]).isEqualTo(-2.8861456f, ROUNDING);
    assertThat(credit.advantages()[2]).isEqualTo(-1.3633186f, ROUNDING);
    assertThat(credit.advantages()[3]).isEqualTo(-1.7505358f, ROUNDING);
    assertThat(credit.tally()).isEqualTo(new FeedbackTally(3, 0.75, 0, 0));
    assertThat(credit.tally().divergenceMean()).isEqualTo(0.25);
  }

  @Test
  void aPraisedTokenThatTheTeacherFindsLessLikelyIsPraisedLess() {
    FeedbackCredit credit =
        FeedbackCredit.of(
            new float[] {1, 1},
            new float[] {-1, -1},
            new float[] {-1.25f, -0.75f},
            new int[] {0, 0},
            2);

    // exp(-0.5) and exp(0.5) have the mean 1.1276260.
    assertThat(credit.advantages()[0]).isEqualTo(0.5378828f, ROUNDING);
    assertThat(credit.advantages()[1]).isEqualTo(1.4621172f, ROUNDING);
  }

  @Test
  void factorsAreClippedToAHalfAndToTwoBeforeTheMean() {
    FeedbackCredit credit =
        FeedbackCredit.of(
            new float[] {-1, -1, -1},
            new float[] {-1, -9, -1},
            new float[] {-9, -1, -1},
            new int[] {0, 0, 0},
            1);

    // 2, 1/2 and 1 have the mean 7/6.
    assertThat(credit.advantages()[0]).isEqualTo(-12f / 7, ROUNDING);
    assertThat(credit.advantages()[1]).isEqualTo(-3f / 7, ROUNDING);
    assertThat(credit.advantages()[2]).isEqualTo(-6f / 7, ROUNDING);
    assertThat(credit.tally().clipShare()).isEqualTo(2.0 / 3);
  }

  @Test
  void eachTurnKeepsItsSumAndTurnsWithoutFeedbackTheirAdvantages() {
    SplittableRandom random = new SplittableRandom(5);
    int[] turns = {-1, 0, 0, 0, -1, -1, 2, 2, 2, 2};
    float[] plain = new float[turns.length];
    float[] told = new float[turns.length];
    float[] advantages = {0, -1.5f, -1.5f, -1.5f, 0.3f, 0, 0.7f, 0.7f, 0.7f, 0.7f};
    for (int i = 0; i < turns.length; i++) {
      plain[i] = (float) -random.nextDouble(4);
      told[i] = (float) -random.nextDouble(4);
    }
    float[] credited = FeedbackCredit.of(advantages, plain, told, turns, 1).advantages();

    assertThat(credited[1] + credited[2] + credited[3]).isEqualTo(-4.5f, ROUNDING);
    assertThat(credited[6] + credited[7] + credited[8] + credited[9]).isEqualTo(2.8f, ROUNDING);
    assertThat(credited[4]).isEqualTo(0.3f);
    assertThat(credited[1]).isNotEqualTo(-1.5f);
  }

  @Test
  void aTeacherThatSaysTheSameAndABetaOfZeroChangeNoBit() {
    float[] advantages = {-0.1f, -0.1f, -0.1f, 0.7f, 0.7f};
    float[] plain = {-1.3f, -0.2f, -5.1f, -0.01f, -2.2f};
    float[] other = {-2.3f, -0.1f, -1.1f, -3.01f, -0.2f};
    int[] turns = {0, 0, 0, 1, 1};

    assertThat(FeedbackCredit.of(advantages, plain, plain.clone(), turns, 1).advantages())
        .isEqualTo(advantages);
    assertThat(FeedbackCredit.of(advantages, plain, other, turns, 0).advantages())
        .isEqualTo(advantages);
  }
}
