package org.sealflow.rollout;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.SampledTokens;

/**
 * Sees to it that the token ids of an episode's steps make one unbroken sequence, or end where it
 * breaks: a step without ids, or one without the ids of what the environment said before it, is the
 * end of the trail. Steps behind a break carry no ids, so that nobody takes what is left for the
 * whole.
 */
final class TokenTrail {
  private boolean broken;

  /** The ids to record of a step; null if it has none or the trail is broken. */
  @Nullable SampledTokens next(@Nullable SampledTokens tokens) {
    // Every step answers something new, the first one the prompt: there is always context.
    broken |= tokens == null || tokens.context().isEmpty();
    return broken ? null : tokens;
  }
}
