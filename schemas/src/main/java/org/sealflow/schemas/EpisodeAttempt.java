package org.sealflow.schemas;

/**
 * One attempt at an episode: whose event or diagnosis a record is.
 *
 * @param runId the run, not empty
 * @param episodeId the episode, not empty
 * @param attempt which attempt, from 0
 */
public record EpisodeAttempt(String runId, String episodeId, int attempt) {
  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if an id is empty or the attempt negative
   */
  public EpisodeAttempt {
    Problems problems = new Problems();
    problems.filled("runId", runId);
    problems.filled("episodeId", episodeId);
    problems.atLeast(0, "attempt", attempt);
    problems.throwIfAny("EpisodeAttempt");
  }

  /** The attempt an event belongs to. */
  public static EpisodeAttempt of(TrajectoryEvent event) {
    return new EpisodeAttempt(event.getRunId(), event.getEpisodeId(), event.getAttempt());
  }
}
