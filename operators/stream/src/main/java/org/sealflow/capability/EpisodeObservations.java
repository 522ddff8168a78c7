package org.sealflow.capability;

import static java.util.Objects.requireNonNullElse;

import java.util.List;
import java.util.Map;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;

/** Puts together what was observed of an episode when it has ended. */
final class EpisodeObservations {
  private static final long ABSENT = -1;

  private EpisodeObservations() {}

  /**
   * The observation of an episode, its version and what depends on it not yet known.
   *
   * @param diagnosis whose diagnosis it is
   * @param episode its payload
   * @param turns the turns of that attempt in order
   */
  static EpisodeObservation of(
      Diagnosis diagnosis,
      EpisodeDiagnosis episode,
      List<TurnObservation> turns,
      RewardRule rewardRule) {
    // Branches start where a policy fails: what they show is not how often it does.
    boolean counted = counts(episode.getVerdict()) && episode.getBranch() == null;
    boolean success = counted && rewardRule.success(episode);
    return new EpisodeObservation(
        diagnosis.getRunId(),
        diagnosis.getEpisodeId(),
        diagnosis.getAttempt(),
        episode.getTaskId(),
        episode.getCategory(),
        episode.getGroupId(),
        episode.getGroupSize(),
        requireNonNullElse(episode.getBatchNumber(), ABSENT),
        requireNonNullElse(episode.getPolicyVersionMax(), ABSENT),
        episode.getArm() == Arm.PATCHED,
        requireNonNullElse(episode.getPatchSetDigest(), ""),
        List.copyOf(episode.getShownPatches()),
        counted,
        success ? 1 : 0,
        success,
        episode.getEndedAt().toEpochMilli(),
        turns,
        ABSENT,
        Map.of(),
        List.of());
  }

  /** Of the others the policy is not the cause. */
  private static boolean counts(Verdict verdict) {
    return switch (verdict) {
      case PASSED, POLICY_FAILED -> true;
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE -> false;
    };
  }
}
