package org.sealflow.verify;

/**
 * How far an attempt has come.
 *
 * <p>Its deadline goes by the time of the input: milliseconds since the epoch up to which all that
 * was sent has been read. Whoever reads the input says so with watermarks, and lets the clock move
 * them only where a partition was read to its end. So an outage, a pause or a backlog ends nobody:
 * while it lasts this time stands still, and afterwards it moves with what is read. Input without a
 * time has no deadlines; what is open ends with it.
 *
 * @param attempt which attempt
 * @param next sequence number of the next event in order; also the length of the log
 * @param fed how many events of the log have been verified and their facts emitted
 * @param early how many events wait for one before them
 * @param lastEventAt time of the input at the last event
 * @param wakesAt when it is looked at whether the attempt has stalled, in the time of the input
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
