package org.sealflow.learn.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.model.Generation;
import org.sealflow.model.GenerationRequest;

/** An answer that somebody waits for. */
final class PendingAnswer {
  private final GenerationRequest request;
  private final @Nullable String adapter;
  private final CompletableFuture<Continuation> future = new CompletableFuture<>();
  private final Executor executor;

  /**
   * An answer not begun.
   *
   * @param adapter name of the adapter asked for; null for the policy itself
   * @param executor where those who wait go on, so that the engine's thread does not
   */
  PendingAnswer(GenerationRequest request, @Nullable String adapter, Executor executor) {
    this.request = request;
    this.adapter = adapter;
    this.executor = executor;
  }

  GenerationRequest request() {
    return request;
  }

  @Nullable String adapter() {
    return adapter;
  }

  CompletableFuture<Continuation> future() {
    return future;
  }

  /** Whether nobody waits any more: its deadline passed, or it was cancelled. */
  boolean isGivenUp() {
    return future.isDone();
  }

  void complete(Generation generation, long version) {
    executor.execute(() -> future.complete(continuation(generation, version)));
  }

  private static Continuation continuation(Generation generation, long version) {
    List<Integer> tokens = new ArrayList<>();
    for (int token : generation.tokens()) {
      tokens.add(token);
    }
    List<Float> logProbs = new ArrayList<>();
    for (float logProb : generation.logProbs()) {
      logProbs.add(logProb);
    }
    return new Continuation(tokens, logProbs, generation.finishReason(), version);
  }

  void fail(PolicyException.Cause cause, String message) {
    executor.execute(() -> future.completeExceptionally(new PolicyException(cause, message)));
  }
}
