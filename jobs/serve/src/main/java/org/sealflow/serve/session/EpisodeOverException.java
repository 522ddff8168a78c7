package org.sealflow.serve.session;

import org.sealflow.environment.conversation.EpisodeEnd;

/** An answer was given after the end of an episode. The message is one line. */
public final class EpisodeOverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EpisodeOverException(String taskId, EpisodeEnd end) {
    super("the episode of task " + taskId + " is over (" + end + "): begin another one");
  }
}
