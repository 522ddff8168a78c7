package org.sealflow.learn.policy;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.sealflow.schemas.PolicyUpdate;

/** Answers conversations. Sessions of one policy may be used from several threads at once. */
public interface Policy extends AutoCloseable {
  /** Begins an episode. */
  PolicySession open(EpisodeContext context);

  /**
   * Told of a newer version: answers given from then on may come from it, also in sessions already
   * open. Returns without waiting for the version to be loaded.
   */
  void update(PolicyUpdate update);

  /** Done once every version told so far is in use or given up. */
  default CompletableFuture<?> settled() {
    return CompletableFuture.completedFuture(null);
  }

  /** Whether it loads the weights of the versions it is told of. */
  default boolean loadsVersions() {
    return false;
  }

  /** Why the newest version told is not in use; empty if it is, or still loads. */
  default Optional<String> problem() {
    return Optional.empty();
  }

  /** Lets go of what the policy holds; open sessions fail from then on. */
  @Override
  void close();
}
