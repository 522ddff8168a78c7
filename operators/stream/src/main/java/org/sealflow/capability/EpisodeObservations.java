package org.sealflow.capability;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.util.List;
import org.sealflow.diagnose.DiagnosedEpisode;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.EpisodeDiagnosis;

/** Puts together what was observed of an episode when it has ended. */
final class EpisodeObservations {
  private static final long ABSENT = -1;

  private EpisodeObservations() {}

  /** The observation of an episode, its version and what depends on it not yet known. */
  static EpisodeObservation of(DiagnosedEpisode diagnosed, RewardRule rewardRule) {
    Diagnosis diagnosis = diagnosed.end();
    EpisodeDiagnosis episode = diagnosed.payload();
    // Branches start where a policy fails: what they show is not how often it does.
    boolean counted = diagnosed.isAboutPolicy() && episode.getBranch() == null;
    boolean success = counted && rewardRule.success(episode);
    return new EpisodeObservation(
        diagnosis.getRunId(),
        diagnosis.getEpisodeId(),
        diagnosis.getAttempt(),
        new EpisodeObservation.Placement(
            episode.getTaskId(),
            episode.getCategory(),
            episode.getGroupId(),
            episode.getGroupSize(),
            requireNonNullElse(episode.getBatchNumber(), ABSENT),
            requireNonNullElse(episode.getPolicyVersionMax(), ABSENT)),
        new EpisodeObservation.Patching(
            episode.getArm() == Arm.PATCHED,
            requireNonNullElse(episode.getPatchSetDigest(), ""),
            List.copyOf(episode.getShownPatches())),
        new EpisodeObservation.Result(
            counted, success ? 1 : 0, success, episode.getEndedAt().toEpochMilli()),
        turns(diagnosed),
        EpisodeObservation.Stamp.NONE);
  }

  private static List<TurnObservation> turns(DiagnosedEpisode diagnosed) {
    return diagnosed.turns().stream()
        .map(turn -> TurnObservations.of(requireNonNull(turn.getTurnDiagnosis())))
        .toList();
  }
}
