package org.sealflow.verify;

/**
 * How far an attempt has come.
 *
 * @param attempt which attempt
 * @param next sequence number of the next event in order; also the length of the log
 * @param fed how many events of the log have been verified and their facts emitted
 * @param early how many events wait for one before them
 * @param lastEventAt processing time of the last event
 * @param wakesAt when it is looked at whether the attempt has stalled, processing time
 */
public record EpisodeCursor(
    int attempt, int next, int fed, int early, long lastEventAt, long wakesAt) {
  static EpisodeCursor begin(int attempt, long now, long wakesAt) {
    return new EpisodeCursor(attempt, 0, 0, 0, now, wakesAt);
  }

  EpisodeCursor logged(long now) {
    return new EpisodeCursor(attempt, next + 1, fed, early, now, wakesAt);
  }

  EpisodeCursor allFed() {
    return new EpisodeCursor(attempt, next, next, early, lastEventAt, wakesAt);
  }

  EpisodeCursor withEarly(int waiting, long now) {
    return new EpisodeCursor(attempt, next, fed, waiting, now, wakesAt);
  }

  EpisodeCursor ofLength(int events) {
    return new EpisodeCursor(attempt, events, fed, early, lastEventAt, wakesAt);
  }

  EpisodeCursor wakingAt(long time) {
    return new EpisodeCursor(attempt, next, fed, early, lastEventAt, time);
  }
}
