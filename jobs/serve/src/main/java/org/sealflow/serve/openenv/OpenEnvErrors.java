package org.sealflow.serve.openenv;

import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.session.BrokenEpisodeException;
import org.sealflow.serve.session.EpisodeOverException;
import org.sealflow.serve.session.SessionEpisode;

/** Errors that both contracts have. */
final class OpenEnvErrors {
  private OpenEnvErrors() {}

  static OpenEnvError noEpisode() {
    return OpenEnvError.of(
        OpenEnvError.Code.EXECUTION_ERROR, "no episode has begun: send reset first");
  }

  /**
   * Gives an answer to an episode.
   *
   * @throws OpenEnvError if it is over or broken
   */
  static StepOutcome answer(SessionEpisode episode, String text) {
    try {
      return episode.answer(text);
    } catch (EpisodeOverException | BrokenEpisodeException unplayable) {
      throw OpenEnvError.of(
          OpenEnvError.Code.EXECUTION_ERROR, String.valueOf(unplayable.getMessage()));
    }
  }
}
