package org.sealflow.serve.session;

import java.time.LocalDate;
import org.sealflow.environment.ReadyTask;

/** Makes the listener of each episode that begins. Thread-safe. */
@FunctionalInterface
public interface EpisodeListeners {
  /**
   * The listener of an episode.
   *
   * @param environment the environment's name
   * @param digest the task's digest
   * @param modelName the name that the policy's world carries
   * @param asOf today as the episode's tools see it
   */
  EpisodeListener begun(
      String environment,
      ReadyTask task,
      String digest,
      EpisodeStart start,
      String modelName,
      LocalDate asOf);

  /** Nobody listens. */
  static EpisodeListeners none() {
    return (environment, task, digest, start, modelName, asOf) -> EpisodeListener.NONE;
  }
}
