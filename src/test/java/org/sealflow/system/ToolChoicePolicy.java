package org.sealflow.system;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.model.Generation;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.sampling.SamplingSettings;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Plays the choosing of tools with the weights published last. One thread samples; whoever asks
 * meanwhile is answered in its next round.
 */
final class ToolChoicePolicy implements Policy {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "tool-choice policy"));

  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final @Nullable String moved;
  private volatile @Nullable PolicyUpdate newest;

  /** Of the thread alone, as the next. */
  private @Nullable PolicyModel model;

  private long version = -1;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Asked(
      int[] prompt, SamplingSettings sampling, CompletableFuture<SampledToken> answer) {}

  private record SampledToken(int token, float logProb, long version) {}

  /**
   * A policy that knows no version yet.
   *
   * @param moved the directory of weights that are not where their version says; null if all are
   */
  ToolChoicePolicy(@Nullable String moved) {
    this.moved = moved;
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    return new Session(context.sampling());
  }

  @Override
  public void update(PolicyUpdate update) {
    newest = update;
  }

  private CompletableFuture<SampledToken> sample(List<Integer> prompt, SamplingSettings sampling) {
    CompletableFuture<SampledToken> answer = new CompletableFuture<>();
    asked.add(new Asked(prompt.stream().mapToInt(Integer::intValue).toArray(), sampling, answer));
    thread.execute(this::answerAll);
    return answer;
  }

  private void answerAll() {
    List<Asked> round = new ArrayList<>();
    for (Asked next = asked.poll(); next != null; next = asked.poll()) {
      round.add(next);
    }
    if (round.isEmpty()) {
      return;
    }
    try {
      answer(round, loaded());
    } catch (RuntimeException failed) {
      PolicyException reason =
          new PolicyException(PolicyException.Cause.ENGINE, String.valueOf(failed), failed);
      round.forEach(each -> each.answer().completeExceptionally(reason));
    }
  }

  private void answer(List<Asked> round, PolicyModel from) {
    List<GenerationRequest> requests =
        round.stream().map(each -> new GenerationRequest(each.prompt(), each.sampling())).toList();
    try (Generator generator = new Generator(from, Set.of(), 0)) {
      List<Generation> generations = generator.generate(requests);
      for (int i = 0; i < round.size(); i++) {
        Generation said = generations.get(i);
        round
            .get(i)
            .answer()
            .complete(new SampledToken(said.tokens()[0], said.logProbs()[0], version));
      }
    }
  }

  private PolicyModel loaded() {
    PolicyUpdate wanted = newest;
    if (wanted == null) {
      throw new IllegalStateException("no version of the policy was published yet");
    }
    PolicyModel current = model;
    if (current != null && wanted.getVersion() == version) {
      return current;
    }
    PolicyModel next =
        PolicyModel.frozen(weights(wanted), ModelOptions.onCpu(ToolChoiceModel.CONTEXT));
    if (current != null) {
      current.close();
    }
    model = next;
    version = wanted.getVersion();
    return next;
  }

  private Path weights(PolicyUpdate of) {
    Path published = Path.of(URI.create(String.valueOf(of.getWeightsUri())));
    return moved == null || Files.isDirectory(published)
        ? published
        : Path.of(moved).resolve(published.getFileName());
  }

  @Override
  public void close() {
    thread.execute(
        () -> {
          if (model != null) {
            model.close();
            model = null;
          }
        });
    thread.shutdown();
    try {
      if (!thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("the policy is still busy");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Session implements PolicySession {
    private final SamplingSettings sampling;
    private final List<Integer> context = new ArrayList<>();
    private int steps;

    Session(SamplingSettings sampling) {
      this.sampling = sampling;
    }

    @Override
    public CompletableFuture<PolicyAnswer> answer(List<ChatMessage> added, Instant deadline) {
      int read = read(added);
      SamplingSettings own =
          new SamplingSettings(sampling.temperature(), 1, 0, 1, sampling.seed() + steps);
      steps++;
      return sample(context, own).thenApply(sampled -> said(read, sampled));
    }

    @Override
    public void repeat(List<ChatMessage> added, PolicyAnswer given) {
      read(added);
      context.addAll(requireNonNull(given.tokens()).sampled());
      steps++;
    }

    private int read(List<ChatMessage> added) {
      ChatMessage last = added.get(added.size() - 1);
      int read = steps == 0 ? ToolChoice.tokenOf(last.content()) : ToolChoice.RESULT;
      context.add(read);
      return read;
    }

    private PolicyAnswer said(int read, SampledToken sampled) {
      context.add(sampled.token());
      return new PolicyAnswer(
          ToolChoice.textOf(sampled.token()),
          sampled.version(),
          new SampledTokens(List.of(read), List.of(sampled.token()), List.of(sampled.logProb())));
    }

    @Override
    public void close() {}
  }
}
