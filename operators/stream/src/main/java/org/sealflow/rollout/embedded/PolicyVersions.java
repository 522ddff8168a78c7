package org.sealflow.rollout.embedded;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.engine.PolicyEngine;
import org.sealflow.schemas.PolicyUpdate;

/**
 * Brings newer versions of the policy into an engine, in their order and on a thread of their own;
 * a version that a newer one overtakes is skipped. One that cannot be had leaves the one before.
 */
final class PolicyVersions implements AutoCloseable {
  private final EmbeddedPolicySettings settings;
  private final PolicyEngine engine;
  private final ExecutorService loading = Executors.newSingleThreadExecutor(PolicyVersions::thread);
  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private volatile boolean closed;
  private volatile long newest;
  private volatile @Nullable String problem;

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
