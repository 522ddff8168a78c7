package org.sealflow.jobs.report.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.Cause;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Repair;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.TurnDiagnosis;
import org.sealflow.schemas.Verdict;

/**
 * How an episode failed by the policy.
 *
 * @param position its position among all episodes
 * @param cause its root cause in words
 * @param alone whether every other failing turn follows from the root cause
 * @param repair the repair in words; null if none was found
 * @param example where it shows, in words
 */
record FailedEpisode(
    int position, String cause, boolean alone, @Nullable String repair, String example) {
  /** The failure of an episode; null if it did not fail by the policy. */
  static @Nullable FailedEpisode of(
      int position, List<TurnDiagnosis> turns, EpisodeDiagnosis episode) {
    if (episode.getVerdict() != Verdict.POLICY_FAILED) {
      return null;
    }
    Cause cause = Cause.of(turns, episode);
    Repair repair = episode.getRepair();
    return new FailedEpisode(
        position,
        cause == null ? "unknown" : cause.text().intern(),
        Cause.isAlone(turns, episode),
        repair == null || repair.getOutcome() != RepairOutcome.FOUND
            ? null
            : RepairWords.of(repair).intern(),
        Cause.example(turns, episode));
  }
}
