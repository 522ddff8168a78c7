package org.sealflow.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GrowingPauseTest {
  private Instant now = Instant.EPOCH;
  private final GrowingPause pause =
      new GrowingPause(Duration.ofMinutes(1), Duration.ofMinutes(3), () -> now);

  @Test
  void aPauseLastsAsLongAsItSays() {
    assertThat(pause.isOn()).isFalse();
    Duration length = pause.begin();
    now = now.plus(length).minusMillis(1);
    assertThat(pause.isOn()).isTrue();
    now = now.plusMillis(1);
    assertThat(pause.isOn()).isFalse();
  }

  @Test
  void pausesDoubleUpToTheLongestAndAnAnswerMakesThemShortAgain() {
    assertThat(pause.begin()).hasMinutes(1);
    assertThat(pause.begin()).hasMinutes(2);
    assertThat(pause.begin()).hasMinutes(3);
    assertThat(pause.begin()).hasMinutes(3);
    pause.reset();
    assertThat(pause.begin()).hasMinutes(1);
  }
}
