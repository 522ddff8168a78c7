package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.schemas.EpisodeStarted;

/**
 * The facts of a turn, or of an attempt at its end. Exactly one of the two is given.
 *
 * @param header the attempt's first event
 * @param category the category of its task, not empty
 * @param turn the facts of a turn; null at the end of the attempt
 * @param turnEndedAt event time of what ended the turn, milliseconds since the epoch; null for a
 *     turn never reached
 * @param episode the facts of the whole attempt; null before its end
 */
public record Verified(
    String episodeId,
    int attempt,
    String runId,
    EpisodeStarted header,
    String category,
    @Nullable VerifiedTurn turn,
    @Nullable Long turnEndedAt,
    @Nullable EndedEpisode episode) {
  /** The same attempt with one of its turns instead. */
  public Verified with(EndedTurn ended) {
    return new Verified(
        episodeId, attempt, runId, header, category, ended.facts(), ended.endedAt(), null);
  }
}
