package org.sealflow.nano.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CopyExerciseTest {
  private static final int LENGTH = 48;
  private static final List<Example> ROWS =
      new CopyExercise(5, 943).draw(32, LENGTH, new SplittableRandom(1));

  @Test
  void everyTokenThatCountsFollowsTheTokenItFollowedBefore() {
    for (Example row : ROWS) {
      for (int i = 1; i < LENGTH; i++) {
        if (row.weights()[i] > 0) {
          assertThat(followedBefore(row.tokens(), i)).isTrue();
        }
      }
    }
  }

  private static boolean followedBefore(int[] tokens, int at) {
    for (int i = 1; i < at; i++) {
      if (tokens[i - 1] == tokens[at - 1] && tokens[i] == tokens[at]) {
        return true;
      }
    }
    return false;
  }

  @Test
  void everyRowHasTokensThatCountAndNoSpecialOnes() {
    for (Example row : ROWS) {
      assertThat(row.weights()).contains(1);
      for (int token : row.tokens()) {
        assertThat(token).isBetween(5, 942);
      }
    }
  }

  @Test
  void rowsTooShortForBothStringsAreRefused() {
    assertThatThrownBy(() -> new CopyExercise(5, 943).draw(1, 20, new SplittableRandom(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 40 or more");
  }
}
