package org.sealflow.rollout.embedded;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.model.template.TemplateException;
import org.sealflow.rollout.openai.EpisodeTokens;
import org.sealflow.rollout.openai.PlainContext;

/** An episode as one growing sequence of token ids: what was sampled goes back as it came. */
final class EmbeddedSession implements PolicySession {
  private final SamplingSettings sampling;
  private final EpisodeTokens tokens;
  private final PlainContext plain;
  private final PolicyEngine engine;
  private final PolicyVersions versions;
  private final List<Integer> sequence = new ArrayList<>();
  private int steps;
  private volatile @Nullable CompletableFuture<Continuation> awaited;

  EmbeddedSession(SamplingSettings sampling, SharedEngine shared) {
    this.sampling = sampling;
    this.tokens = shared.tokens().open();
    this.plain = new PlainContext(shared.tokens());
    this.engine = shared.engine();
    this.versions = shared.versions();
  }

  @Override
  public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
    CompletableFuture<Continuation> continuation;
    List<Integer> context;
    List<Integer> plainContext;
    try {
      requireRunning();
      versions.requireVersion();
      context = tokens.context(added);
      plainContext = plain.context(added);
      sequence.addAll(context);
      continuation = engine.sample(request(), deadline);
    } catch (PolicyException
        | TemplateException
        | IllegalArgumentException
        | IllegalStateException refused) {
      return asPolicyException(refused);
    }
    awaited = continuation;
    return continuation
        .thenApply(sampled -> read(sampled, context, plainContext))
        .exceptionallyCompose(EmbeddedSession::asPolicyException);
  }

  @Override
  public void repeat(List<ChatMessage> added, PolicyAnswer given) {
    try {
      requireRunning();
      sequence.addAll(tokens.repeat(added, given));
      plain.repeat(added, given);
    } catch (TemplateException unusable) {
      throw new PolicyException(PolicyException.Cause.ENGINE, line(unusable), unusable);
    }
    steps++;
  }

  /** Told before the tokenizer is asked, which is closed with the engine. */
  private void requireRunning() {
    Optional<String> failure = engine.failure();
    if (failure.isPresent()) {
      throw new PolicyException(PolicyException.Cause.ENGINE, failure.get());
    }
  }

  private ContinuationRequest request() {
    int longest = engine.settings().contextLength();
    if (sequence.size() >= longest) {
      throw new PolicyException(
          PolicyException.Cause.CONTEXT,
          "the context is full: the episode has come to "
              + sequence.size()
              + " tokens, and the context length is "
              + longest);
    }
    return new ContinuationRequest(sequence, settingsOfStep(), Set.copyOf(tokens.stopIds()), null);
  }

  /** Each answer is sampled from a seed of its own, the one that a server would be sent. */
  private SamplingSettings settingsOfStep() {
    return sampling.withSeed((sampling.seed() + steps++) & Long.MAX_VALUE);
  }

  private PolicyAnswer read(
      Continuation sampled, List<Integer> context, @Nullable List<Integer> plainContext) {
    sequence.addAll(sampled.tokens());
    plain.sampled(sampled.tokens());
    return new PolicyAnswer(
        tokens.sampled(sampled.tokens()),
        sampled.version(),
        new SampledTokens(context, sampled.tokens(), sampled.logProbs(), plainContext));
  }

  private static <T> CompletableFuture<T> asPolicyException(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof PolicyException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    String message =
        cause instanceof CancellationException ? "the answer was given up" : line(failure);
    return CompletableFuture.failedFuture(
        new PolicyException(PolicyException.Cause.ENGINE, message, failure));
  }

  private static String line(Throwable failure) {
    return String.valueOf(failure.getMessage()).replaceAll("\\s+", " ");
  }

  @Override
  public void close() {
    CompletableFuture<Continuation> answer = awaited;
    if (answer != null) {
      answer.cancel(false);
    }
  }
}
