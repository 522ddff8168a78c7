package org.sealflow.rollout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.Policy;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.PolicyException;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.TrajectoryEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays episodes, many at the same time. The answers of policy and users come in on other threads
 * and are taken up by the player's own, as are the deadlines. Events go out as they happen.
 */
final class EpisodePlayer {
  private static final Logger LOG = LoggerFactory.getLogger(EpisodePlayer.class);

  private final RolloutSettings settings;
  private final EpisodePreparation preparation;
  private final Policy policy;
  private final @Nullable Policy users;
  private final PlayerThread thread;
  private final EpisodeRunnerMetrics metrics;
  private final EngineWatch engines;
  private final Runnable placeFree;
  private final Set<LiveEpisode> live = new LinkedHashSet<>();

  /**
   * Plays nothing yet.
   *
   * @param users plays users; null if nobody does
   * @param engines told of answers and failures
   * @param placeFree told after an answer or a deadline, when there may be room for another episode
   */
  EpisodePlayer(
      RolloutSettings settings,
      EpisodePreparation preparation,
      Policy policy,
      @Nullable Policy users,
      PlayerThread thread,
      EpisodeRunnerMetrics metrics,
      EngineWatch engines,
      Runnable placeFree) {
    this.settings = settings;
    this.preparation = preparation;
    this.policy = policy;
    this.users = users;
    this.thread = thread;
    this.metrics = metrics;
    this.engines = engines;
    this.placeFree = placeFree;
  }

  /** Number of episodes under way. */
  int inFlight() {
    return live.size();
  }

  /** Whether no episode under way belongs to a batch before this one. */
  boolean hasPlayedAllBefore(long batch) {
    return live.stream().allMatch(each -> each.request().batchNumber() >= batch);
  }

  /** The episodes under way as they are kept across a restart. */
  List<UnfinishedEpisode> unfinished() {
    return live.stream().map(LiveEpisode::unfinished).toList();
  }

  /**
   * Plays an episode, from where it was if that can be repeated.
   *
   * @param before what is left of its last attempt; null to begin anew
   */
  void play(EpisodeRequest request, @Nullable UnfinishedEpisode before) {
    if (before != null && goOn(before, request)) {
      return;
    }
    PreparedEpisode prepared;
    try {
      prepared = preparation.prepare(request, null);
    } catch (UnplayableTaskException | RuntimeException | StackOverflowError unplayable) {
      refuse(request, EndReason.ENGINE_FAILURE, Episode.line(unplayable));
      return;
    }
    start(request, prepared);
  }

  /** Writes an attempt that ends as it starts. */
  void refuse(EpisodeRequest request, EndReason reason, String message) {
    AttemptLog log = preparation.log(request);
    TrajectoryEvent started;
    try {
      started = log.started(preparation.header(request));
    } catch (RuntimeException unusable) {
      thread.reject(request, unusable);
      return;
    }
    thread.emit(started);
    thread.emit(log.ended(reason, message));
    metrics.ended(reason);
  }

  /**
   * Goes on with an episode where the last attempt was when it was kept.
   *
   * @return false if that cannot be done: nothing has been told of the attempt then
   */
  private boolean goOn(UnfinishedEpisode before, EpisodeRequest request) {
    List<TrajectoryEvent> told = new ArrayList<>();
    LiveEpisode episode = repeated(before, request, told);
    if (episode == null) {
      return false;
    }
    // Not where failures are caught: an attempt of which something was told must not begin again.
    told.forEach(thread::emit);
    live.add(episode);
    ask(episode);
    return true;
  }

  private @Nullable LiveEpisode repeated(
      UnfinishedEpisode before, EpisodeRequest request, List<TrajectoryEvent> told) {
    Speakers speakers = null;
    try {
      PreparedEpisode prepared = preparation.prepare(request, before);
      speakers = Speakers.open(policy, users, prepared);
      told.add(prepared.started());
      Episode episode = prepared.episode();
      Playback.repeat(episode, speakers, request.prefix(), before.answers(), told::add);
      if (episode.ended() == null) {
        return begun(request, prepared, speakers, before.answers());
      }
    } catch (UnplayableTaskException | RuntimeException | StackOverflowError unrepeatable) {
      LOG.info(
          "run {}: episode {} begins anew: {}",
          request.runId(),
          request.episodeId(),
          Episode.line(unrepeatable));
    }
    if (speakers != null) {
      speakers.close();
    }
    return null;
  }

  private LiveEpisode begun(
      EpisodeRequest request,
      PreparedEpisode prepared,
      Speakers speakers,
      List<PolicyAnswer> answers) {
    long endsAt = thread.clock().millis() + settings.deadlines().episode().toMillis();
    return new LiveEpisode(
        request, prepared.header(), prepared.episode(), speakers, answers, endsAt);
  }

  private void start(EpisodeRequest request, PreparedEpisode prepared) {
    thread.emit(prepared.started());
    Episode episode = prepared.episode();
    Speakers speakers;
    try {
      speakers = Speakers.open(policy, users, prepared);
    } catch (PolicyException refused) {
      failed(false, refused);
      thread.emit(episode.end(PolicyFailures.reason(refused), Episode.line(refused)));
      metrics.ended(PolicyFailures.reason(refused));
      return;
    }
    LiveEpisode started = begun(request, prepared, speakers, List.of());
    live.add(started);
    try {
      Playback.repeat(episode, speakers, request.prefix(), List.of(), thread::emit);
    } catch (PolicyException refused) {
      end(started, refused);
      return;
    }
    askOrFinish(started);
  }

  private void askOrFinish(LiveEpisode episode) {
    EndReason ended = episode.episode().ended();
    if (ended == null) {
      ask(episode);
    } else {
      finish(episode, ended);
    }
  }

  private void ask(LiveEpisode episode) {
    long until = episode.awaitAnswer(thread.clock().millis(), settings.deadlines().answer());
    if (!episode.hasTimer()) {
      arm(episode);
    }
    CompletableFuture<PolicyAnswer> answer;
    try {
      answer = asked(episode, Instant.ofEpochMilli(until));
    } catch (PolicyException refused) {
      end(episode, refused);
      return;
    }
    var unused =
        answer.whenComplete(
            (said, failure) ->
                thread.execute(
                    () -> answered(episode, said, failure),
                    "answer in " + episode.request().episodeId()));
  }

  private static CompletableFuture<PolicyAnswer> asked(LiveEpisode episode, Instant until) {
    try {
      return episode.session().answer(episode.episode().unanswered(), until);
    } catch (PolicyException said) {
      throw said;
    } catch (RuntimeException | StackOverflowError unusable) {
      throw PolicyFailures.ofContent(unusable);
    }
  }

  private void answered(
      LiveEpisode episode, @Nullable PolicyAnswer answer, @Nullable Throwable failure) {
    if (episode.episode().ended() != null) {
      return;
    }
    if (answer == null) {
      end(episode, PolicyFailures.of(failure));
    } else {
      boolean user = episode.episode().awaitsUser();
      engines.answered(user);
      if (!user) {
        metrics.step();
      }
      episode.take(answer).forEach(thread::emit);
      askOrFinish(episode);
    }
    placeFree.run();
  }

  /** One timer per episode, set again when it goes off early: most answers come in time. */
  private void arm(LiveEpisode episode) {
    episode.timer(thread.at(episode.answerUntil(), time -> deadline(episode, time)));
  }

  private void deadline(LiveEpisode episode, long time) {
    if (episode.episode().ended() != null) {
      return;
    }
    if (time < episode.answerUntil()) {
      arm(episode);
      return;
    }
    if (episode.outOfTime()) {
      end(
          episode,
          EndReason.DEADLINE,
          "the episode took more than " + settings.deadlines().episode().toSeconds() + " s");
    } else {
      String late = " gave no answer for " + settings.deadlines().answer().toSeconds() + " s";
      boolean user = episode.episode().awaitsUser();
      end(
          episode,
          user ? EndReason.ENGINE_FAILURE : EndReason.DEADLINE,
          (user ? "the simulated user" : "the policy") + late);
    }
    placeFree.run();
  }

  /**
   * Failures that the episode has to answer for itself, and late answers, are none of an engine.
   */
  private void failed(boolean user, PolicyException refused) {
    if (PolicyFailures.reason(refused) == EndReason.ENGINE_FAILURE) {
      engines.failed(user, Episode.line(refused), thread.clock().millis());
    }
  }

  private void end(LiveEpisode episode, PolicyException refused) {
    failed(episode.episode().awaitsUser(), refused);
    if (episode.episode().awaitsUser()) {
      end(
          episode,
          EndReason.ENGINE_FAILURE,
          "the simulated user gave no answer: " + Episode.line(refused));
      return;
    }
    end(episode, PolicyFailures.reason(refused), Episode.line(refused));
  }

  private void end(LiveEpisode episode, EndReason reason, String message) {
    thread.emit(episode.episode().end(reason, message));
    finish(episode, reason);
  }

  private void finish(LiveEpisode episode, EndReason reason) {
    live.remove(episode);
    episode.close();
    metrics.ended(reason);
  }

  /** Lets go of all episodes without a word. */
  void close() {
    live.forEach(LiveEpisode::close);
    live.clear();
  }
}
