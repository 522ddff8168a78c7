package org.sealflow.rollout.openai;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.sealflow.learn.policy.PolicyException;

/** Failures of a request as the rollout wants to hear them. */
final class ServerFailures {
  private ServerFailures() {}

  /** The failure of a future, without the wrapping that stages add. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }

  /** The same failure as a policy's exception, whatever it is. */
  static <T> CompletableFuture<T> asPolicyException(Throwable failure) {
    Throwable cause = cause(failure);
    if (cause instanceof PolicyException) {
      return CompletableFuture.failedFuture(cause);
    }
    return CompletableFuture.failedFuture(
        cause instanceof ServerError error ? error.asPolicyException() : unforeseen(cause));
  }

  /** No server may stop the job that asks it, whatever it answers. */
  private static PolicyException unforeseen(Throwable cause) {
    return new PolicyException(
        PolicyException.Cause.ENGINE,
        "the policy server's answer cannot be used: " + ServerError.shown(cause.toString()),
        cause);
  }
}
