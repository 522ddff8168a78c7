package org.sealflow.learn.engine;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.model.GenerationModel;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.schemas.WeightsFormat;

/**
 * Continues prompts with a model directory, for any number of threads at once. Futures fail with a
 * {@link PolicyException}: DEADLINE where it passed, ENGINE for all else.
 */
public final class PolicyEngine implements AutoCloseable {
  private static final Duration LONGEST_END = Duration.ofMinutes(1);

  private final ModelConfig config;
  private final EngineSettings settings;
  private final Clock clock;
  private final EngineLoop loop;
  private final Thread thread;

  /** Tells deadlines, and runs what follows an answer, so that the engine's thread goes on. */
  private final ScheduledThreadPoolExecutor answers;

  private final AtomicInteger unanswered = new AtomicInteger();

  private PolicyEngine(GenerationModel model, EngineSettings settings, Clock clock) {
    this.config = model.config();
    this.settings = settings;
    this.clock = clock;
    loop = new EngineLoop(model, settings);
    answers = new ScheduledThreadPoolExecutor(1, work -> daemon(work, "policy-engine-answers"));
    answers.setRemoveOnCancelPolicy(true);
    thread = daemon(loop, "policy-engine");
    thread.start();
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Opens a model directory; its weights are version 0 of the policy.
   *
   * @param clock what deadlines are told by
   * @throws org.sealflow.model.file.ModelDirectoryException where the directory is broken, one line
   * @throws IllegalArgumentException if the context is longer than the model's, one line
   * @throws IllegalStateException if the engine cannot start or the device is absent, one line
   */
  public static PolicyEngine open(Path modelDirectory, EngineSettings settings, Clock clock) {
    EngineOnClassPath.require(PolicyEngine.class.getClassLoader());
    return new PolicyEngine(
        GenerationModel.open(modelDirectory, settings.modelOptions()), settings, clock);
  }

  /** The form of the model. */
  public ModelConfig config() {
    return config;
  }

  /** The settings it was opened with. */
  public EngineSettings settings() {
    return settings;
  }

  /**
   * Continues a prompt.
   *
   * @param deadline when the answer is of no use any more: the future has failed by then
   * @return the answer, given on a thread that all answers share, which must not be blocked;
   *     cancelling it gives the place up
   * @throws IllegalArgumentException if the prompt fills the context or holds an unknown token, or
   *     no adapter has the name, one line
   */
  public CompletableFuture<Continuation> sample(ContinuationRequest request, Instant deadline) {
    PendingAnswer pending = new PendingAnswer(checked(request), request.adapter(), this::execute);
    CompletableFuture<Continuation> answer = pending.future();
    long wait = Duration.between(clock.instant(), deadline).toMillis();
    if (wait <= 0) {
      pending.fail(
          PolicyException.Cause.DEADLINE,
          "the deadline of an answer had passed before it was asked for");
    } else if (unanswered.incrementAndGet() > settings.maxRows() + settings.maxWaiting()) {
      unanswered.decrementAndGet();
      pending.fail(
          PolicyException.Cause.ENGINE,
          settings.maxWaiting()
              + " requests wait for the policy engine already: ask later, or raise maxWaiting");
    } else {
      hand(pending, wait);
    }
    return answer;
  }

  private void execute(Runnable task) {
    try {
      answers.execute(task);
    } catch (RejectedExecutionException closed) {
      task.run();
    }
  }

  private void hand(PendingAnswer pending, long wait) {
    Future<?> timer;
    try {
      timer =
          answers.schedule(
              () ->
                  pending.fail(
                      PolicyException.Cause.DEADLINE,
                      "the policy engine gave no answer within " + wait + " ms"),
              wait,
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      unanswered.decrementAndGet();
      pending.fail(PolicyException.Cause.ENGINE, EngineLoop.CLOSED);
      return;
    }
    var unused =
        pending
            .future()
            .whenComplete(
                (answer, failed) -> {
                  timer.cancel(false);
                  unanswered.decrementAndGet();
                });
    loop.order(
        new EngineLoop.Order() {
          @Override
          public void carryOut() {
            loop.accept(pending);
          }

          @Override
          public void refuse(String reason) {
            pending.fail(PolicyException.Cause.ENGINE, reason);
          }
        });
  }

  private GenerationRequest checked(ContinuationRequest request) {
    String adapter = request.adapter();
    if (adapter != null && !adapters().contains(adapter)) {
      throw new IllegalArgumentException(
          "no adapter '" + adapter + "' is loaded; there are " + adapters());
    }
    int[] prompt = request.prompt().stream().mapToInt(Integer::intValue).toArray();
    GenerationRequest checked =
        new GenerationRequest(prompt, request.sampling(), request.stopTokens());
    checked.check(config, settings.contextLength());
    return checked;
  }

  /**
   * Loads an adapter beside the policy, over the weights of the directory. Of an adapter of the
   * same name, answers under way are finished.
   *
   * @param peftDirectory a directory in the layout of PEFT
   * @return done when requests may name it; fails with a ModelDirectoryException, one line
   */
  public CompletableFuture<Void> loadAdapter(String name, Path peftDirectory) {
    return command(() -> loop.load(name, peftDirectory));
  }

  /**
   * Forgets an adapter; its answers under way are finished.
   *
   * @return done when no request may name it any more; fails with an IllegalArgumentException where
   *     there is none of the name
   */
  public CompletableFuture<Void> unloadAdapter(String name) {
    return command(() -> loop.unload(name));
  }

  /** Names of the adapters that requests may ask for. */
  public Set<String> adapters() {
    return loop.names();
  }

  /**
   * Swaps newer weights of the policy in. Answers under way are finished by the weights they began
   * with, new ones begin with these.
   *
   * @param version the version they are; not newer than the one there is, nothing happens
   * @param format SAFETENSORS for a model directory, PEFT_ADAPTER for an adapter over the weights
   *     of the directory opened
   * @return done when new answers come from it; fails with a ModelDirectoryException where the
   *     weights are broken or of another model, and the version before stays
   */
  public CompletableFuture<Void> load(long version, WeightsFormat format, Path weights) {
    return command(() -> loop.swap(version, format, weights));
  }

  private CompletableFuture<Void> command(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    loop.order(EngineLoop.command(work, done));
    return done;
  }

  /** Counts of work done and waiting. */
  public EngineStatistics statistics() {
    return loop.statistics();
  }

  /** Why it answers no more, one line; empty while it does. */
  public Optional<String> failure() {
    return Optional.ofNullable(loop.failure());
  }

  /** Fails what waits and what is under way, and frees the model. */
  @Override
  public void close() {
    loop.order(EngineLoop.command(loop::stop, new CompletableFuture<>()));
    try {
      thread.join(LONGEST_END.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    answers.shutdown();
  }
}
