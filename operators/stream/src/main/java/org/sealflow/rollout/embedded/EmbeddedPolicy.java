package org.sealflow.rollout.embedded;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sealflow.learn.engine.EngineStatistics;
import org.sealflow.learn.policy.EpisodeContext;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A policy that answers from a model directory in this JVM. All that are open with equal settings
 * share one engine, which is closed with the last of them.
 */
public final class EmbeddedPolicy implements Policy {
  /**
   * Shared by the tasks of a job that run in this JVM: they come from separate copies of the job's
   * graph and have nothing else in common.
   */
  private static final SharedEngines ENGINES = new SharedEngines();

  private final EmbeddedPolicySettings settings;
  private final SharedEngine engine;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedPolicy(EmbeddedPolicySettings settings, SharedEngine engine) {
    this.settings = settings;
    this.engine = engine;
  }

  /**
   * Opens a policy.
   *
   * @param clock what deadlines are told by, and what chat templates that tell the date see
   * @throws org.sealflow.model.file.ModelDirectoryException where the model directory is broken,
   *     one line
   * @throws IllegalArgumentException if the context is longer than the model's, or tokenizer or
   *     chat template cannot be used, one line
   * @throws IllegalStateException if the engine is not where it must be, or cannot start
   */
  public static EmbeddedPolicy open(EmbeddedPolicySettings settings, Clock clock) {
    return new EmbeddedPolicy(settings, ENGINES.acquire(settings, clock));
  }

  @Override
  public PolicySession open(EpisodeContext context) {
    return new EmbeddedSession(context.sampling(), engine);
  }

  @Override
  public void update(PolicyUpdate update) {
    engine.versions().update(update);
  }

  @Override
  public CompletableFuture<Void> settled() {
    return engine.versions().settled();
  }

  @Override
  public boolean loadsVersions() {
    return true;
  }

  @Override
  public Optional<String> problem() {
    return engine.versions().problem();
  }

  /** Counts of the engine: done and waiting. */
  public EngineStatistics statistics() {
    return engine.engine().statistics();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      ENGINES.release(settings);
    }
  }
}
