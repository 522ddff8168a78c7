package org.sealflow.rollout;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.EndReason;

/** What it means for an episode that the policy gave no answer. */
final class PolicyFailures {
  private PolicyFailures() {}

  /**
   * What an answer failed with.
   *
   * @throws IllegalStateException where no policy may fail with it: an error of the program
   */
  static PolicyException of(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof PolicyException refused) {
      return refused;
    }
    throw new IllegalStateException("a policy failed otherwise than with a PolicyException", cause);
  }

  /** What a policy failed with that was given something it cannot take. */
  static PolicyException ofContent(Throwable unusable) {
    return new PolicyException(
        PolicyException.Cause.ENGINE,
        "the policy cannot take the episode: " + Episode.line(unusable),
        unusable);
  }

  /** Why the episode ends. Whoever talks until the context is full has used up its steps. */
  static EndReason reason(PolicyException refused) {
    return switch (refused.reason()) {
      case DEADLINE -> EndReason.DEADLINE;
      case CONTEXT -> EndReason.STEP_LIMIT;
      case ENGINE -> EndReason.ENGINE_FAILURE;
    };
  }
}
