package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Repair;

/**
 * Verifies one episode turn by turn by executing it. Not thread-safe; one per episode, dropped at
 * its end. Everything it holds can be had again by feeding it the same steps.
 */
public interface EpisodeVerifier {
  /**
   * Takes what a simulated user did. Environments that fix what the user says are told nothing.
   *
   * @param before the policy's steps of the open turn that came before it and were not told yet
   */
  default void userActs(List<PolicyStep> before, UserAction action) {}

  /**
   * Verifies the next turn.
   *
   * @param steps the steps of the turn that were not told yet: all where no user acts
   * @return null if the ground truth has no such turn: surplus turns are counted, not executed; and
   *     if the turns can only be judged at the end
   */
  @Nullable VerifiedTurn endTurn(List<PolicyStep> steps);

  /**
   * Takes why the attempt ended, before {@link #endEpisode}.
   *
   * @param message what happened, where the reason does not say it all
   */
  default void ends(EndReason reason, @Nullable String message) {}

  /**
   * Takes the whole record of an episode that nobody can execute, before {@link #endEpisode}.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  default void recorded(String record) {}

  /**
   * Sums the episode up.
   *
   * @return the turns that were not given before: those never reached as padding, and all turns
   *     where they can only be judged now
   */
  List<VerifiedTurn> endEpisode();

  /** The episode's facts; after {@link #endEpisode}. */
  VerifiedEpisode episode();

  /**
   * The smallest change to the policy's calls that makes the episode pass, where verification has
   * found it anyway; null if it has not looked for one. After {@link #endEpisode}.
   */
  default @Nullable Repair repair() {
    return null;
  }

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
