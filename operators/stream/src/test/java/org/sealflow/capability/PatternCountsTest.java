package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PatternCountsTest {
  private static final SignalSettings SETTINGS = new SignalSettings(16, 20, 0.1);

  private static PatternCounts seen(long common, long seldom) {
    return PatternCounts.NONE
        .plus(Map.of("ls::WRONG_EFFECT", seldom))
        .plus(Map.of("cd::INVALID_CALL", common));
  }

  @Test
  void aPatternBelowTheShareIsNotCommon() {
    assertThat(seen(19, 1).common(SETTINGS)).containsExactly("cd::INVALID_CALL");
  }

  @Test
  void aPatternAtTheShareIs() {
    assertThat(seen(18, 2).common(SETTINGS))
        .containsExactly("cd::INVALID_CALL", "ls::WRONG_EFFECT");
  }

  @Test
  void fewerThanNeededAreNotEnough() {
    assertThat(seen(18, 1).areEnough(SETTINGS)).isFalse();
    assertThat(seen(19, 1).areEnough(SETTINGS)).isTrue();
    assertThat(PatternCounts.NONE.areEnough(SETTINGS)).isFalse();
  }
}
