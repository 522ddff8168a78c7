package org.sealflow.serve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.sealflow.learn.engine.Continuation;
import org.sealflow.learn.engine.ContinuationRequest;
import org.sealflow.learn.engine.EngineStatistics;
import org.sealflow.model.FinishReason;
import org.sealflow.model.text.ByteTokenizer;

/** Answers what the test says, at once or when it says so, and remembers what it was asked. */
final class TestingEngine implements SamplingEngine {
  static final int CONTEXT = 512;
  static final ByteTokenizer TOKENIZER = ByteTokenizer.chatMl();
  static final int END_OF_TURN = TOKENIZER.specialId("<|im_end|>").orElseThrow();

  final List<ContinuationRequest> asked = new CopyOnWriteArrayList<>();
  final List<CompletableFuture<Continuation>> held = new CopyOnWriteArrayList<>();
  final Set<String> adapters = new TreeSet<>();

  /** Down to zero when this many prompts have come. */
  volatile CountDownLatch awaited = new CountDownLatch(0);

  volatile boolean holding;
  volatile Optional<String> failure = Optional.empty();
  volatile Function<ContinuationRequest, Continuation> answers = request -> says("ok");

  /** An answer of these words that ends by itself; the n-th token has log-probability -n / 8. */
  static Continuation says(String text) {
    return continuation(tokens(text, END_OF_TURN), FinishReason.STOP_TOKEN);
  }

  /** An answer that is cut at its longest. */
  static Continuation isCutAt(String text) {
    return continuation(tokens(text), FinishReason.LENGTH);
  }

  static Continuation continuation(List<Integer> tokens, FinishReason reason) {
    List<Float> logProbs = new ArrayList<>();
    tokens.forEach(token -> logProbs.add(-(logProbs.size() + 1) / 8f));
    return new Continuation(tokens, logProbs, reason, 0);
  }

  static List<Integer> tokens(String text, int... more) {
    List<Integer> tokens = new ArrayList<>();
    for (int id : TOKENIZER.encode(text)) {
      tokens.add(id);
    }
    for (int id : more) {
      tokens.add(id);
    }
    return tokens;
  }

  static String text(List<Integer> tokens) {
    return TOKENIZER.decode(tokens.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The prompt asked last, as text. */
  String lastPrompt() {
    return text(last().prompt());
  }

  ContinuationRequest last() {
    return asked.get(asked.size() - 1);
  }

  @Override
  public CompletableFuture<Continuation> sample(ContinuationRequest request, Instant deadline) {
    asked.add(request);
    CompletableFuture<Continuation> answer = new CompletableFuture<>();
    if (holding) {
      held.add(answer);
    } else {
      try {
        answer.complete(answers.apply(request));
      } catch (RuntimeException refused) {
        answer.completeExceptionally(refused);
      }
    }
    awaited.countDown();
    return answer;
  }

  @Override
  public CompletableFuture<Void> loadAdapter(String name, Path directory) {
    if (Files.exists(directory.resolve("broken"))) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException(directory + " is broken, expected an adapter"));
    }
    adapters.add(name);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> unloadAdapter(String name) {
    adapters.remove(name);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public int contextLength() {
    return CONTEXT;
  }

  @Override
  public int vocabularySize() {
    return TOKENIZER.vocabularySize();
  }

  @Override
  public EngineStatistics statistics() {
    return new EngineStatistics(0, 7, 2, 1, 0);
  }

  @Override
  public Optional<String> failure() {
    return failure;
  }
}
