package org.sealflow.diagnose;

import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;

/** Which episodes are successful. A successful one is rewarded 1, any other 0. */
public enum RewardRule {
  /** Those the benchmark's checker accepts, as SEAL rewards (arXiv 2605.24426, equation 3). */
  OFFICIAL,
  /** Those of them in which every turn is in addition a pass or a correct abstention. */
  STRICT;

  /** Whether the episode is successful. */
  public boolean success(EpisodeDiagnosis episode) {
    return switch (this) {
      case OFFICIAL -> Boolean.TRUE.equals(episode.getOfficialValid());
      case STRICT -> episode.getStrictSuccess();
    };
  }

  /**
   * The reward of an episode, 0 or 1.
   *
   * @param verdict {@code PASSED} or {@code POLICY_FAILED}: no other verdict says anything about
   *     the policy
   * @param strictSuccess whether the episode passed and every turn is a pass or a correct
   *     abstention
   * @throws IllegalArgumentException for another verdict
   */
  public double of(Verdict verdict, boolean strictSuccess) {
    return switch (verdict) {
      case POLICY_FAILED -> 0;
      case PASSED -> this == OFFICIAL || strictSuccess ? 1 : 0;
      case INFRASTRUCTURE_FAILED, TASK_DEFECTIVE, UNJUDGED ->
          throw new IllegalArgumentException(
              "an episode that ended " + verdict + " has no reward; leave its group out");
    };
  }
}
