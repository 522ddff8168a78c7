package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.Test;
import org.sealflow.capability.TestingHarness.Observe;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.schemas.Tag;

class ObserveFunctionTest {
  private static final CapabilitySettings SETTINGS = CapabilitySettings.DEFAULT;
  private static final TestingEpisode EPISODE =
      TestingEpisode.failed("e").tags(Tag.PASS, Tag.STATE_MISMATCH).batch(0);

  private static void assertNothingIsLeft(Observe harness) {
    assertThat(harness.held("turns")).isZero();
    assertThat(harness.held("attempt")).isZero();
  }

  @Test
  void anEndedEpisodeIsObservedOnceWithItsTurns() throws Exception {
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      assertThat(harness.out()).isEmpty();
      assertThat(harness.held("turns")).isEqualTo(1);

      harness.send(EPISODE.diagnoses().subList(2, 3));
      assertThat(harness.out()).containsExactly(EPISODE.observation());
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void episodesAreKeptApart() throws Exception {
    TestingEpisode other = TestingEpisode.passed("f").tags(Tag.PASS);
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      harness.send(other.diagnoses());
      harness.send(EPISODE.diagnoses().subList(2, 3));

      assertThat(harness.out()).containsExactly(other.observation(), EPISODE.observation());
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void aHigherAttemptReplacesWhatALowerOneLeft() throws Exception {
    TestingEpisode again = TestingEpisode.passed("e").attempt(1).tags(Tag.PASS, Tag.PASS);
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      harness.send(again.diagnoses().subList(0, 1));
      harness.send(EPISODE.diagnoses().subList(1, 3));
      assertThat(harness.out()).isEmpty();

      harness.send(again.diagnoses().subList(1, 3));
      assertThat(harness.out()).containsExactly(again.observation());
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void aHigherAttemptThatEndsWithoutATurnHasNone() throws Exception {
    TestingEpisode again = TestingEpisode.broken("e").attempt(1);
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      harness.send(again.diagnoses());

      assertThat(harness.out()).containsExactly(again.observation());
      assertThat(harness.out().get(0).turns()).isEmpty();
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void theRewardIsThatOfTheRule() throws Exception {
    TestingEpisode lenient = TestingEpisode.passed("e").strict(false).tags(Tag.PASS);
    try (Observe harness = Observe.open(SETTINGS.withRewardRule(RewardRule.STRICT))) {
      harness.send(lenient.diagnoses());

      assertThat(harness.out().get(0).reward()).isZero();
    }
  }

  @Test
  void turnsSurviveARestore() throws Exception {
    OperatorSubtaskState state;
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      state = harness.snapshot();
    }
    try (Observe harness = Observe.restored(SETTINGS, state)) {
      harness.send(EPISODE.diagnoses().subList(2, 3));

      assertThat(harness.out()).containsExactly(EPISODE.observation());
      assertNothingIsLeft(harness);
    }
  }

  @Test
  void turnsOfAnEpisodeThatNeverEndsExpire() throws Exception {
    try (Observe harness = Observe.open(SETTINGS)) {
      harness.send(EPISODE.diagnoses().subList(0, 2));
      harness.pass(SETTINGS.timeToLive().plus(Duration.ofMillis(1)));
      harness.send(EPISODE.diagnoses().subList(2, 3));

      assertThat(harness.out().get(0).turns()).isEmpty();
      assertNothingIsLeft(harness);
    }
  }
}
