package org.sealflow.jobs.cli.replay.tau;

import org.jspecify.annotations.Nullable;
import org.sealflow.tau.diagnose.TauDiagnosis;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.results.Simulation;

/**
 * An episode of tau2-bench that was read.
 *
 * @param place file and line or number
 * @param replayed null if it was not executed
 * @param diagnosis why it failed; null if it did not, or execution does not show it
 * @param simulation what its result file says of it; null if it comes from a file of calls
 */
record TauEpisode(
    String place,
    String domain,
    TauVerdict verdict,
    @Nullable ReplayedEpisode replayed,
    @Nullable TauDiagnosis diagnosis,
    @Nullable Simulation simulation) {
  String id() {
    if (replayed != null) {
      return replayed.id();
    }
    return simulation == null ? "" : simulation.id();
  }

  /** The reward by execution; null if there is none. */
  @Nullable Double reward() {
    Judgement judgement = replayed == null ? null : replayed.judgement();
    return judgement == null || verdict == TauVerdict.OPEN ? null : judgement.reward();
  }

  /** The reward that its file records; null if it records none. */
  @Nullable Double recordedReward() {
    return simulation == null ? null : simulation.reward().reward();
  }
}
