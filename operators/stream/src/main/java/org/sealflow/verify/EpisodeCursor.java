package org.sealflow.verify;

/**
 * How far an attempt has come.
 *
 * @param attempt which attempt
 * @param next sequence number of the next event in order; also the length of the log
 * @param fed how many events of the log have been verified and their facts emitted
 * @param early how many events wait for one before them
 * @param lastEventAt processing time of the last event
 */
public record EpisodeCursor(int attempt, int next, int fed, int early, long lastEventAt) {
  static EpisodeCursor begin(int attempt, long now) {
    return new EpisodeCursor(attempt, 0, 0, 0, now);
  }

  EpisodeCursor logged(long now) {
    return new EpisodeCursor(attempt, next + 1, fed, early, now);
  }

  EpisodeCursor allFed() {
    return new EpisodeCursor(attempt, next, next, early, lastEventAt);
  }

  EpisodeCursor withEarly(int waiting, long now) {
    return new EpisodeCursor(attempt, next, fed, waiting, now);
  }
}
