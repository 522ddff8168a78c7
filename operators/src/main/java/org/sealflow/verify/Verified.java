package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EpisodeStarted;

/**
 * What verification says of an attempt: the facts of a turn, or of the whole at its end. Exactly
 * one of the two is given.
 */
public record Verified(
    String episodeId,
    int attempt,
    String runId,
    EpisodeStarted header,
    @Nullable VerifiedTurn turn,
    @Nullable EndedEpisode episode) {}
