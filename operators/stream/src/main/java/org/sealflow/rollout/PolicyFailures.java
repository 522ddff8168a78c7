package org.sealflow.rollout;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.EndReason;

/** Maps failures of a policy to the ends of episodes. */
final class PolicyFailures {
  private PolicyFailures() {}

  /**
   * The failure of an answer.
   *
   * @throws IllegalStateException if no policy may fail with it: an error of the program
   */
  static PolicyException of(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof PolicyException refused) {
      return refused;
    }
    throw new IllegalStateException("a policy failed otherwise than with a PolicyException", cause);
  }

  /** The failure of a policy that was given something it cannot take. */
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
