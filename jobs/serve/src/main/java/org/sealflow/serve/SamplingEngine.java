package org.sealflow.serve;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.learn.engine.EngineStatistics;
import org.sealflow.learn.engine.PolicyEngine;

/**
 * The operations of an inference engine that the server uses; {@link PolicyEngine} has their
 * contracts.
 */
interface SamplingEngine {
  CompletableFuture<Continuation> sample(ContinuationRequest request, Instant deadline);

  CompletableFuture<Void> loadAdapter(String name, Path directory);

  CompletableFuture<Void> unloadAdapter(String name);

  /** Longest context, prompt and answer together, tokens. */
  int contextLength();

  /** Number of token ids there are. */
  int vocabularySize();

  EngineStatistics statistics();

  Optional<String> failure();

  /** An engine as the server sees it. */
  static SamplingEngine of(PolicyEngine engine) {
    return new SamplingEngine() {
      @Override
      public CompletableFuture<Continuation> sample(ContinuationRequest request, Instant deadline) {
        return engine.sample(request, deadline);
      }

      @Override
      public CompletableFuture<Void> loadAdapter(String name, Path directory) {
        return engine.loadAdapter(name, directory);
      }

      @Override
      public CompletableFuture<Void> unloadAdapter(String name) {
        return engine.unloadAdapter(name);
      }

      @Override
      public int contextLength() {
        return engine.settings().contextLength();
      }

      @Override
      public int vocabularySize() {
        return engine.config().vocabularySize();
      }

      @Override
      public EngineStatistics statistics() {
        return engine.statistics();
      }

      @Override
      public Optional<String> failure() {
        return engine.failure();
      }
    };
  }
}
