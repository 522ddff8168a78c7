package org.sealflow.rollout.openai;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Failures of a request as the rollout wants to hear them. */
final class ServerFailures {
  private ServerFailures() {}

  /** The failure of a future, without the wrapping that stages add. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }

  /** The same failure, a {@link ServerError} as a policy's exception. */
  static <T> CompletableFuture<T> asPolicyException(Throwable failure) {
    Throwable cause = cause(failure);
    return CompletableFuture.failedFuture(
        cause instanceof ServerError error ? error.asPolicyException() : cause);
  }
}
