package org.sealflow.serve.session;

/** Makes the listener of each episode that begins. Thread-safe. */
@FunctionalInterface
public interface EpisodeListeners {
  /** The listener of an episode. */
  EpisodeListener begun(BegunEpisode episode);

  /** Nobody listens. */
  static EpisodeListeners none() {
    return episode -> EpisodeListener.NONE;
  }
}
