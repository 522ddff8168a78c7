package org.sealflow.learn.policy;

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

  /** Lets go of what the policy holds; open sessions fail from then on. */
  @Override
  void close();
}
