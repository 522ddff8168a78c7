package org.sealflow.rollout;

import org.sealflow.rollout.plan.EpisodeRequest;

/**
 * Numbers the attempts at episodes.
 *
 * <p>Whoever starts again from a checkpoint cannot know which attempts were begun after it was
 * taken: those of restored requests, and those of requests that the planner, restored too, makes
 * again. A number used twice would mix the events of two conversations into one. So after a start
 * that is not the first, attempts are numbered by the whole seconds the run is old: two restores
 * from one checkpoint lie further apart than a second, or, where the run is so young that no
 * checkpoint knows when it began, are told apart by how often the job was restarted.
 *
 * @param first whether nothing can have been begun before
 * @param restarts how often the job was restarted without being submitted anew
 * @param openedAt when the numbering instance was started, milliseconds since the epoch
 */
record Attempts(boolean first, int restarts, long openedAt) {
  /** The request under the number of the attempt that may be begun now. */
  EpisodeRequest numbered(EpisodeRequest request) {
    if (first) {
      return request;
    }
    long seconds = (openedAt - request.runStartedAt()) / 1000;
    long next = Math.max(request.attempt() + 1L, Math.max(restarts, seconds));
    return request.withAttempt((int) Math.min(Integer.MAX_VALUE, next));
  }
}
