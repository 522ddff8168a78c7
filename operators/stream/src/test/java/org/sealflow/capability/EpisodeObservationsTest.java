package org.sealflow.capability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Verdict;

class EpisodeObservationsTest {
  @ParameterizedTest
  @CsvSource({
    "OFFICIAL, PASSED, false, true, true",
    "OFFICIAL, PASSED, true, true, true",
    "OFFICIAL, POLICY_FAILED, false, true, false",
    "OFFICIAL, INFRASTRUCTURE_FAILED, false, false, false",
    "OFFICIAL, TASK_DEFECTIVE, false, false, false",
    "STRICT, PASSED, false, true, false",
    "STRICT, PASSED, true, true, true",
    "STRICT, POLICY_FAILED, false, true, false",
    "STRICT, INFRASTRUCTURE_FAILED, false, false, false"
  })
  void theVerdictSaysWhatCountsAndTheRuleWhatSucceeds(
      RewardRule rule, Verdict verdict, boolean strict, boolean counted, boolean success) {
    DiagnosedEpisode ended =
        new TestingEpisode("episode").verdict(verdict).strict(strict).diagnosed();

    EpisodeObservation observed = EpisodeObservations.of(ended, rule);

    assertThat(observed.result().counted()).isEqualTo(counted);
    assertThat(observed.result().success()).isEqualTo(success);
    assertThat(observed.result().reward()).isEqualTo(success ? 1 : 0);
  }

  /** So it is where recorded results are not reproduced. */
  @Test
  void anOfficiallyValidEpisodeThatDoesNotCountDoesNotSucceed() {
    DiagnosedEpisode ended = TestingEpisode.broken("episode").diagnosed();
    ended.payload().setOfficialValid(true);
    ended.payload().setStrictSuccess(true);

    for (RewardRule rule : RewardRule.values()) {
      EpisodeObservation observed = EpisodeObservations.of(ended, rule);
      assertThat(observed.result().success()).isFalse();
      assertThat(observed.result().reward()).isZero();
    }
  }

  @Test
  void whatIsAbsentIsEmptyOrMinusOne() {
    EpisodeObservation observed = TestingEpisode.failed("episode").observation();

    assertThat(observed.placement().batchNumber()).isEqualTo(-1);
    assertThat(observed.placement().policyVersion()).isEqualTo(-1);
    assertThat(observed.stamp().version()).isEqualTo(-1);
    assertThat(observed.patching().patched()).isFalse();
    assertThat(observed.patching().digest()).isEmpty();
    assertThat(observed.patching().shown()).isEmpty();
    assertThat(observed.tags()).containsExactly("unknown");
  }

  @Test
  void whatIsThereIsTaken() {
    EpisodeObservation observed =
        TestingEpisode.passed("episode")
            .attempt(2)
            .task("multi_turn_miss_func_7", "multi_turn_miss_func")
            .group("a group", 8)
            .batch(3)
            .by(5)
            .shown(TestingEpisode.DIGEST)
            .tags(Tag.PASS, Tag.CORRECT_ABSTENTION)
            .observation();

    assertThat(observed.attempt()).isEqualTo(2);
    assertThat(observed.placement().taskId()).isEqualTo("multi_turn_miss_func_7");
    assertThat(observed.placement().category()).isEqualTo("multi_turn_miss_func");
    assertThat(observed.placement().groupId()).isEqualTo("a group");
    assertThat(observed.placement().groupSize()).isEqualTo(8);
    assertThat(observed.placement().batchNumber()).isEqualTo(3);
    assertThat(observed.placement().policyVersion()).isEqualTo(5);
    assertThat(observed.patching().patched()).isTrue();
    assertThat(observed.patching().digest()).isEqualTo(TestingEpisode.DIGEST);
    assertThat(observed.patching().shown()).containsExactly("a patch");
    assertThat(observed.result().endedAt()).isEqualTo(TestingEpisode.ENDED_AT);
    assertThat(observed.tags()).containsExactly("pass", "correct_abstention");
  }
}
