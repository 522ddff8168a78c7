package org.sealflow.rollout.embedded;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Brings newer versions of the policy into an engine, in their order and on a thread of their own;
 * a version that a newer one overtakes is skipped. One that cannot be had leaves the one before;
 * where the policy has played none before, as after a start in a run that is further on, nothing
 * answers until a version is loaded.
 */
final class PolicyVersions implements AutoCloseable {
  private final EmbeddedPolicySettings settings;
  private final PolicyEngine engine;
  private final ExecutorService loading = Executors.newSingleThreadExecutor(PolicyVersions::thread);
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private volatile boolean closed;
  private volatile long newest;
  private volatile @Nullable String problem;

  /** Whether version 0 was told: the run was seen at its start. */
  private boolean startTold;

  /** Whether the version that the engine holds was once the newest of the run. */
  private volatile boolean played;

  PolicyVersions(EmbeddedPolicySettings settings, PolicyEngine engine) {
    this.settings = settings;
    this.engine = engine;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "policy-versions");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Takes a version in. Those of other policies or runs change nothing, nor do those that come
   * late, or again unless they could not be had before; version 0 is what the engine was opened
   * with.
   */
  synchronized void update(PolicyUpdate update) {
    boolean ours =
        update.getPolicyName().equals(settings.policyName())
            && (settings.runId() == null || update.getRunId().equals(settings.runId()));
    startTold |= ours && update.getVersion() == 0;
    boolean wanted =
        update.getVersion() > newest || (update.getVersion() == newest && problem != null);
    if (ours && wanted && !closed) {
      newest = update.getVersion();
      last = last.thenRunAsync(() -> load(update), loading);
    }
  }

  private void load(PolicyUpdate update) {
    if (update.getVersion() < newest || closed) {
      return;
    }
    try (FetchedWeights weights = FetchedWeights.fetch(update)) {
      engine.load(update.getVersion(), update.getFormat(), weights.directory()).join();
      played = true;
      problem = null;
    } catch (IOException | RuntimeException | Error failed) {
      // Also an error: behind a future that has failed no later version would be tried.
      problem = "version " + update.getVersion() + " is not in use: " + line(failed);
    }
  }

  private static String line(Throwable failed) {
    Throwable inner = failed instanceof CompletionException ? failed.getCause() : failed;
    Throwable cause = inner == null ? failed : inner;
    String message = cause instanceof Error ? null : cause.getMessage();
    return (message == null ? cause.toString() : message).replaceAll("\\s+", " ");
  }

  /**
   * To be called before each answer. Version 0 stands in for one that cannot be had only if it
   * answered before that was told.
   *
   * @throws PolicyException of an engine that has no version of the run to answer with, one line
   */
  synchronized void requireVersion() {
    String lacking = problem;
    if (newest == 0) {
      played |= startTold;
    } else if (!played && lacking != null) {
      throw new PolicyException(
          PolicyException.Cause.ENGINE, "no version of the run could be loaded yet: " + lacking);
    }
  }

  /** Done once every version told so far is in use or given up. */
  synchronized CompletableFuture<Void> settled() {
    return last.copy();
  }

  /** Why the newest version is not in use; empty if it is, or still loads. */
  Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  @Override
  public synchronized void close() {
    closed = true;
    loading.shutdown();
  }
}
