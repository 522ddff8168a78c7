package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verifies one episode turn by turn by executing it. Not thread-safe; one per episode, dropped at
 * its end. Everything it holds can be had again by feeding it the same steps.
 */
public interface EpisodeVerifier {
  /**
   * Verifies the next turn.
   *
   * @param steps all steps of the turn
   * @return null if the ground truth has no such turn: surplus turns are counted, not executed
   */
  @Nullable VerifiedTurn endTurn(List<PolicyStep> steps);

  /** Pads the turns that were never reached and sums the episode up. */
  List<VerifiedTurn> endEpisode();

  /** The episode's facts; after {@link #endEpisode}. */
  VerifiedEpisode episode();

  /** The facts of an episode that is an error of the inference instead of turns. */
  VerifiedEpisode inferenceError();

  /** The calls that were executed, by turn and step; surplus turns are among them. */
  List<List<List<String>>> executedTurns();

  /**
   * The episode as a row of the benchmark's own reference, one JSON object; after {@link
   * #endEpisode}.
   *
   * @param inferenceError the error that the episode is instead of turns; null for an episode
   * @throws IllegalStateException if the states were not kept
   */
  String referenceRow(String id, @Nullable String inferenceError);
}
