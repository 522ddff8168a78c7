package org.sealflow.learn.step;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.MessageTokens;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.sample.TrainingSequence;

class TwinRowTest {
  /** The header is 90, 91; a message is 7 and its length. */
  private static final MessageTokens MESSAGES =
      new MessageTokens() {
        @Override
        public int[] header() {
          return new int[] {90, 91};
        }

        @Override
        public int[] message(String text) {
          return new int[] {7, text.length()};
        }
      };

  /** Turn 0 in two steps, turn 1 in one; the last one begins without the header. */
  private static final TrainingSequence SEQUENCE =
      new TrainingSequence(
          new int[] {1, 90, 91, 20, 21, 2, 90, 91, 22, 3, 90, 91, 23, 24, 4, 25},
          flags(3, 4, 8, 12, 13, 15),
          null,
          new int[] {-1, -1, -1, 0, 0, -1, -1, -1, 0, -1, -1, -1, 1, 1, -1, 2});

  private static boolean[] flags(int... sampled) {
    boolean[] flags = new boolean[16];
    for (int token : sampled) {
      flags[token] = true;
    }
    return flags;
  }

  private static TwinRow.Made made(float advantage, TurnFeedback... feedback) {
    float[] advantages = new float[SEQUENCE.length()];
    Arrays.fill(advantages, advantage);
    return TwinRow.of(new TrainingRow(SEQUENCE, advantages, List.of(feedback)), MESSAGES);
  }

  @Test
  void feedbackStandsBeforeTheHeaderOfTheTurnsFirstAnswer() {
    TwinRow twin = requireNonNull(made(-1, new TurnFeedback(1, "abc")).twin());

    assertThat(twin.sequence().tokens())
        .containsExactly(1, 90, 91, 20, 21, 2, 90, 91, 22, 3, 7, 3, 90, 91, 23, 24);
    assertThat(twin.sequence().sampled()).containsExactly(trueAt(16, 14, 15));
    assertThat(twin.places())
        .containsExactly(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 14, 15, -1, -1);
  }

  @Test
  void everyTurnToldOfHasItsOwnFeedbackAndItsLaterStepsFollowUnchanged() {
    TwinRow twin =
        requireNonNull(made(-1, new TurnFeedback(0, "a"), new TurnFeedback(1, "abc")).twin());

    assertThat(twin.sequence().tokens())
        .containsExactly(1, 7, 1, 90, 91, 20, 21, 2, 90, 91, 22, 3, 7, 3, 90, 91, 23, 24);
    assertThat(twin.sequence().sampled()).containsExactly(trueAt(18, 5, 6, 10, 16, 17));
    assertThat(twin.toldTurns()).isEqualTo(2);
  }

  @Test
  void whatTheTeacherSaysStandsAtTheTokensOfTheRow() {
    TwinRow twin = requireNonNull(made(-1, new TurnFeedback(0, "a")).twin());
    float[] scores = new float[twin.sequence().length()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = -twin.sequence().tokens()[i];
    }

    ToldRow told = twin.told(scores);
    assertThat(told.logProbs())
        .containsExactly(0, 0, 0, -20, -21, 0, 0, 0, -22, 0, 0, 0, 0, 0, 0, 0);
    assertThat(told.turns())
        .containsExactly(-1, -1, -1, 0, 0, -1, -1, -1, 0, -1, -1, -1, -1, -1, -1, -1);
  }

  @Test
  void aTurnThatDoesNotBeginUnderTheHeaderIsLeftOutAndCounted() {
    assertThat(made(-1, new TurnFeedback(2, "a"))).isEqualTo(new TwinRow.Made(null, 1));
  }

  @Test
  void turnsThatWereNotSampledOrCarryNoAdvantageHaveNoTwin() {
    assertThat(made(-1, new TurnFeedback(5, "a"))).isEqualTo(new TwinRow.Made(null, 0));
    assertThat(made(0, new TurnFeedback(0, "a"))).isEqualTo(new TwinRow.Made(null, 0));
  }

  private static boolean[] trueAt(int length, int... places) {
    boolean[] flags = new boolean[length];
    for (int place : places) {
      flags[place] = true;
    }
    return flags;
  }
}
