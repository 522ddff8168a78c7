package org.sealflow.capability;

import org.sealflow.schemas.EpisodeDiagnosis;

/** Which episodes are successful. A successful one is rewarded 1, any other 0. */
public enum RewardRule {
  /** Those the benchmark's checker accepts, as SEAL rewards (arXiv 2605.24426, equation 3). */
  OFFICIAL,
  /** Those of them in which every turn is in addition a pass or a correct abstention. */
  STRICT;

  /** Whether the episode is successful. */
  boolean success(EpisodeDiagnosis episode) {
    return switch (this) {
      case OFFICIAL -> Boolean.TRUE.equals(episode.getOfficialValid());
      case STRICT -> episode.getStrictSuccess();
    };
  }
}
