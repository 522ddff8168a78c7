package org.sealflow.rollout;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicySession;

/** An episode being played: the environment's side, the policy's side, and until when. */
final class LiveEpisode {
  private final EpisodeRequest request;
  private final Episode episode;
  private final PolicySession session;
  private final long endsAt;
  private long answerUntil;
  private @Nullable ScheduledFuture<?> timer;

  /**
   * An episode that starts.
   *
   * @param endsAt when it has taken too long, milliseconds since the epoch
   */
  LiveEpisode(EpisodeRequest request, Episode episode, PolicySession session, long endsAt) {
    this.request = request;
    this.episode = episode;
    this.session = session;
    this.endsAt = endsAt;
    this.answerUntil = endsAt;
  }

  EpisodeRequest request() {
    return request;
  }

  Episode episode() {
    return episode;
  }

  PolicySession session() {
    return session;
  }

  /** Begins to wait for an answer; milliseconds since the epoch until when. */
  long awaitAnswer(long now, Duration longest) {
    answerUntil = Math.min(endsAt, now + longest.toMillis());
    return answerUntil;
  }

  /** When the answer awaited is of no use any more. */
  long answerUntil() {
    return answerUntil;
  }

  /** Whether what ran out is the time of the whole episode. */
  boolean outOfTime() {
    return answerUntil == endsAt;
  }

  boolean hasTimer() {
    return timer != null;
  }

  void timer(ScheduledFuture<?> armed) {
    timer = armed;
  }

  /** Lets go of the policy's side and the timer. */
  void close() {
    session.close();
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
