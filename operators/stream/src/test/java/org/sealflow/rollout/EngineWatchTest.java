package org.sealflow.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineWatchTest {
  private static final long NOW = RunnerHarness.START;

  private final EngineWatch watch = new EngineWatch();

  private void fail(boolean user, int times) {
    for (int i = 0; i < times; i++) {
      watch.failed(user, "gone", NOW);
    }
  }

  @Test
  void anEngineIsDownOnceItHasFailedTooOftenInARow() {
    fail(false, EngineWatch.TOLERATED - 1);
    assertThat(watch.admits(NOW)).isTrue();
    watch.answered(false);
    fail(false, EngineWatch.TOLERATED - 1);
    assertThat(watch.admits(NOW)).isTrue();

    fail(false, 1);
    assertThat(watch.admits(NOW)).isFalse();
  }

  @Test
  void thePausesGrowToTheLongest() {
    fail(false, EngineWatch.TOLERATED);
    List<Long> pauses = new ArrayList<>();
    long last = NOW;
    for (int probe = 0; probe < 7; probe++) {
      long next = watch.nextProbe();
      assertThat(watch.admits(next - 1)).isFalse();
      assertThat(watch.admits(next)).isTrue();
      pauses.add(next - last);
      last = next;
    }

    assertThat(pauses).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L);
  }

  @Test
  void anAnswerEndsTheWaitAndTheNextOneBeginsWithAShortPause() {
    fail(false, EngineWatch.TOLERATED);
    assertThat(watch.admits(NOW + 60_000)).isTrue();
    assertThat(watch.admits(NOW + 60_000)).isFalse();
    watch.answered(false);
    assertThat(watch.admits(NOW)).isTrue();

    fail(false, EngineWatch.TOLERATED);
    assertThat(watch.nextProbe()).isEqualTo(NOW + EngineWatch.FIRST_PAUSE_MILLIS);
  }

  @Test
  void answersOfThePolicyDoNotSpeakForTheUser() {
    for (int episode = 0; episode < EngineWatch.TOLERATED; episode++) {
      watch.answered(false);
      fail(true, 1);
    }
    assertThat(watch.admits(NOW)).isFalse();
    watch.answered(false);
    assertThat(watch.admits(NOW)).isFalse();

    watch.answered(true);
    assertThat(watch.admits(NOW)).isTrue();
  }
}
