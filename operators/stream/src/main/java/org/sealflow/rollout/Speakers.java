package org.sealflow.rollout;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;

/**
 * The sides that answer in an episode: the policy, and in a dialogue whoever plays the user.
 *
 * @param user null if the user's words are fixed, or there is none
 */
record Speakers(PolicySession policy, @Nullable PolicySession user) implements AutoCloseable {
  /**
   * Opens the sides of an episode.
   *
   * @param users plays users; null if nobody does
   * @throws PolicyException if one cannot be had: one line
   */
  static Speakers open(Policy policy, @Nullable Policy users, PreparedEpisode prepared) {
    EpisodeContext played = prepared.userContext();
    if (played == null) {
      return new Speakers(opened(policy, prepared.context()), null);
    }
    if (users == null) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE,
          "task "
              + played.taskId()
              + " has a user whom nobody plays; name a server that does, or let a script do it");
    }
    PolicySession user = opened(users, played);
    try {
      return new Speakers(opened(policy, prepared.context()), user);
    } catch (PolicyException refused) {
      user.close();
      throw refused;
    }
  }

  private static PolicySession opened(Policy policy, EpisodeContext context) {
    try {
      return policy.open(context);
    } catch (PolicyException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unusable) {
      throw PolicyFailures.ofContent(unusable);
    }
  }

  /** The side that is to answer next. */
  PolicySession next(Episode episode) {
    return user != null && episode.awaitsUser() ? user : policy;
  }

  @Override
  public void close() {
    policy.close();
    if (user != null) {
      user.close();
    }
  }
}
