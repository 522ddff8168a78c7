package org.sealflow.rollout;

import org.sealflow.rollout.plan.EpisodeRequest;

/**
 * Numbers the attempts at episodes.
 *
 * <p>Whoever starts again cannot know which attempts were begun before. From a checkpoint these are
 * those begun after it was taken: of restored requests, and of requests that the planner, restored
 * too, makes again. A number used twice would mix the events of two conversations into one. So
 * after a start that is not the run's first, attempts are numbered by the whole seconds the run is
 * old: two starts lie further apart than a second, or, where the run is so young that nothing tells
 * when it began, are told apart by how often the job was restarted. Without a checkpoint the
 * planner says how old the run is: it alone knows whether the run is new, however long the start
 * takes.
 *
 * @param restored whether the numbering instance goes on from a checkpoint
 * @param restarts how often the job was restarted without being submitted anew
 * @param openedAt when the numbering instance was started, milliseconds since the epoch
 */
record Attempts(boolean restored, int restarts, long openedAt) {
  /** The request under the number of the attempt that may be begun now. */
  EpisodeRequest numbered(EpisodeRequest request) {
    if (!restored) {
      return request.withAttempt(Math.max(request.attempt(), restarts));
    }
    long seconds = (openedAt - request.runStartedAt()) / 1000;
    long next = Math.max(request.attempt() + 1L, Math.max(restarts, seconds));
    return request.withAttempt((int) Math.min(Integer.MAX_VALUE, next));
  }
}
