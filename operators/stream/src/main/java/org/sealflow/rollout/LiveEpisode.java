package org.sealflow.rollout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicySession;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.TrajectoryEvent;

/** An episode being played: the environment's side, those who answer it, and until when. */
final class LiveEpisode {
  private final EpisodeRequest request;
  private final EpisodeStarted header;
  private final Episode episode;
  private final Speakers speakers;
  private final long endsAt;
  private final List<PolicyAnswer> answers = new ArrayList<>();
  private long answerUntil;
  private @Nullable ScheduledFuture<?> timer;

  /**
   * An episode that starts.
   *
   * @param answers what was answered in an attempt before, which this one goes on from
   * @param endsAt when it has taken too long, milliseconds since the epoch
   */
  LiveEpisode(
      EpisodeRequest request,
      EpisodeStarted header,
      Episode episode,
      Speakers speakers,
      List<PolicyAnswer> answers,
      long endsAt) {
    this.request = request;
    this.header = header;
    this.answers.addAll(answers);
    this.episode = episode;
    this.speakers = speakers;
    this.endsAt = endsAt;
    this.answerUntil = endsAt;
  }

  EpisodeRequest request() {
    return request;
  }

  Episode episode() {
    return episode;
  }

  /** The side that is to answer. */
  PolicySession session() {
    return speakers.next(episode);
  }

  /** Takes the next answer, of the policy or of the user: what happened with it, in order. */
  List<TrajectoryEvent> take(PolicyAnswer answer) {
    answers.add(answer);
    return episode.take(answer);
  }

  /** The part of it that is kept across a restart. */
  UnfinishedEpisode unfinished() {
    return new UnfinishedEpisode(request, header, answers);
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

  /** Lets go of those who answer and of the timer. */
  void close() {
    speakers.close();
    if (timer != null) {
      timer.cancel(false);
    }
  }
}
