package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedEpisode.CheckAnswer;
import org.sealflow.environment.VerifiedEpisode.Soundness;
import org.sealflow.environment.VerifiedEpisode.TaskProgress;
import org.sealflow.environment.VerifiedEpisode.TurnResults;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.TurnJudgement;
import org.sealflow.schemas.Verdict;

class EpisodeVerdictTest {
  @ParameterizedTest
  @CsvSource({
    // reason, official, drifted, defective, verdict
    "COMPLETED, true, false, false, PASSED",
    "COMPLETED, false, false, false, POLICY_FAILED",
    "STEP_LIMIT, false, false, false, POLICY_FAILED",
    "STEP_LIMIT, true, false, false, PASSED",
    "COMPLETED, , false, false, INFRASTRUCTURE_FAILED",
    "COMPLETED, true, true, false, INFRASTRUCTURE_FAILED",
    "COMPLETED, false, true, false, INFRASTRUCTURE_FAILED",
    "COMPLETED, true, false, true, TASK_DEFECTIVE",
    "COMPLETED, false, true, true, TASK_DEFECTIVE",
    "COMPLETED, , false, true, TASK_DEFECTIVE",
    "DEADLINE, true, false, true, INFRASTRUCTURE_FAILED",
  })
  void theVerdictFollowsFromTheFacts(
      EndReason reason,
      @Nullable Boolean official,
      boolean drifted,
      boolean defective,
      Verdict verdict) {
    assertThat(EpisodeVerdict.of(ended(reason, null, official, drifted, defective)))
        .isEqualTo(verdict);
  }

  @ParameterizedTest
  @EnumSource(
      value = EndReason.class,
      names = {"DEADLINE", "ENGINE_FAILURE", "CANCELLED", "INFERENCE_ERROR"})
  void whatHappenedOutsideThePolicyIsNeverItsFault(EndReason reason) {
    EndedEpisode ended = ended(reason, "after 3 tries", true, false, false);

    assertThat(EpisodeVerdict.of(ended)).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
    assertThat(EpisodeVerdict.reason(ended)).endsWith(": after 3 tries");
    assertThat(EpisodeVerdict.reason(ended(reason, null, true, false, false)))
        .isNotBlank()
        .doesNotContain(":");
  }

  @Test
  void aReasonIsGivenWhereNoTurnSaysIt() {
    assertThat(reason(true, false, false)).isNull();
    assertThat(reason(false, false, false)).isNull();
    assertThat(reason(true, true, false)).isEqualTo("recorded results are not reproduced");
    assertThat(reason(true, true, true))
        .isEqualTo("the ground truth itself fails under the rules in force");
    assertThat(reason(null, false, false)).isEqualTo("the benchmark's checker raised error");
    assertThat(EpisodeVerdict.reason(ended(EndReason.STEP_LIMIT, null, false, false, false)))
        .isEqualTo("the step limit was reached");
  }

  @Test
  void aFaultOfTheEnvironmentIsNoFailureOfThePolicy() {
    VerifiedEpisode failed = facts(false, "error", false, false);
    VerifiedEpisode byUser =
        new VerifiedEpisode(
            failed.official(),
            failed.irrelevance(),
            failed.progress(),
            failed.turns(),
            new Soundness(false, false, "the simulated user failed it"));
    EndedEpisode ended = ended(EndReason.COMPLETED, null, byUser);

    assertThat(EpisodeVerdict.of(ended(EndReason.COMPLETED, null, failed)))
        .isEqualTo(Verdict.POLICY_FAILED);
    assertThat(EpisodeVerdict.of(ended)).isEqualTo(Verdict.INFRASTRUCTURE_FAILED);
    assertThat(EpisodeVerdict.reason(ended)).isEqualTo("the simulated user failed it");
  }

  @Test
  void anotherNumberOfTurnsIsAReason() {
    VerifiedEpisode terminated = facts(false, "multi_turn:force_terminated", false, false);

    assertThat(EpisodeVerdict.reason(ended(EndReason.COMPLETED, null, terminated)))
        .isEqualTo("the number of turns differs from the task's");
  }

  private static @Nullable String reason(
      @Nullable Boolean official, boolean drifted, boolean defective) {
    return EpisodeVerdict.reason(ended(EndReason.COMPLETED, null, official, drifted, defective));
  }

  private static EndedEpisode ended(
      EndReason reason,
      @Nullable String message,
      @Nullable Boolean official,
      boolean drifted,
      boolean defective) {
    return ended(reason, message, facts(official, "error", drifted, defective));
  }

  private static EndedEpisode ended(
      EndReason reason, @Nullable String message, VerifiedEpisode facts) {
    return new EndedEpisode(facts, reason, message, 0, null, null, 0, null, List.of(), List.of());
  }

  private static VerifiedEpisode facts(
      @Nullable Boolean official, String errorType, boolean drifted, boolean defective) {
    return new VerifiedEpisode(
        new CheckAnswer(official, Boolean.TRUE.equals(official) ? null : errorType),
        new CheckAnswer(true, null),
        new TaskProgress(1, 1, false),
        new TurnResults(List.of(Tag.PASS), List.of(TurnJudgement.RIGHT), 1, -1),
        new Soundness(drifted, defective, null));
  }
}
