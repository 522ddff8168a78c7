package org.sealflow.serve.session;

import java.util.List;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.VerifiedTurn;

/**
 * The verdict of the environment's verifier on an episode, as far as it was played.
 *
 * @param facts of the episode
 * @param turns one per turn of the ground truth, those never reached padded
 */
public record EpisodeScore(VerifiedEpisode facts, List<VerifiedTurn> turns) {
  public EpisodeScore {
    turns = List.copyOf(turns);
  }

  /** Whether the official check passes; no where the checker itself fails. */
  public boolean passed() {
    return Boolean.TRUE.equals(facts.official().valid());
  }

  /** 1 if the official check passes, else 0. */
  public double reward() {
    return passed() ? 1 : 0;
  }
}
