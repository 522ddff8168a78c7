package org.sealflow.rollout;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * An episode that nothing was told of yet.
 *
 * @param header how it starts
 * @param started the event that says so
 * @param context what the policy is opened with
 * @param userContext what the user's player is opened with; null if nobody plays a user
 */
record PreparedEpisode(
    EpisodeStarted header,
    TrajectoryEvent started,
    Episode episode,
    EpisodeContext context,
    @Nullable EpisodeContext userContext) {}
