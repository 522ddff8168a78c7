package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternCountsTest {
  private static final SignalSettings SETTINGS = new SignalSettings(16, 20, 0.1);

  private static PatternCounts seen(int common, int seldom) {
    return PatternCounts.NONE
        .plus(Collections.nCopies(common, "cd::INVALID_CALL"))
        .plus(Collections.nCopies(seldom, "ls::WRONG_EFFECT"));
  }

  @Test
  void aPatternBelowTheShareIsRare() {
    assertThat(seen(19, 1).rare(List.of("cd::INVALID_CALL", "ls::WRONG_EFFECT"), SETTINGS))
        .containsExactly("ls::WRONG_EFFECT");
  }

  @Test
  void aPatternAtTheShareIsNot() {
    assertThat(seen(18, 2).rare(List.of("ls::WRONG_EFFECT"), SETTINGS)).isEmpty();
  }

  @Test
  void nothingIsRareBeforeEnoughIsSeen() {
    assertThat(seen(18, 1).rare(List.of("ls::WRONG_EFFECT"), SETTINGS)).isEmpty();
    assertThat(seen(19, 1).rare(List.of("ls::WRONG_EFFECT"), SETTINGS)).hasSize(1);
  }

  @Test
  void aPatternNeverSeenIsNotRare() {
    assertThat(seen(30, 0).rare(List.of("ls::WRONG_EFFECT"), SETTINGS)).isEmpty();
  }

  @Test
  void aRarePatternOfTwoTurnsIsNamedOnce() {
    assertThat(seen(98, 2).rare(List.of("ls::WRONG_EFFECT", "ls::WRONG_EFFECT"), SETTINGS))
        .containsExactly("ls::WRONG_EFFECT");
  }
}
