package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.StatementJudge;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ingest.RejectedEvents;
import org.sealflow.ledger.LedgerCounter;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.Verdicts;
import org.sealflow.tasks.UnverifiableEpisodeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the events of episodes into order and has them verified: duplicates, gaps, further
 * attempts, tasks that come late, episodes that stall and the end of the input are handled here;
 * what a turn is worth is not. Each call is about one episode, the one that the log speaks of.
 */
final class EpisodeSequencer {
  private static final Logger LOG = LoggerFactory.getLogger(EpisodeSequencer.class);

  /** The remedy for an attempt once the missing part is there. */
  private static final String REQUEUE =
      ", then `sealflow failures requeue --boundary VERIFY` sends the whole attempt again as the"
          + " next one";

  private static final long WAIT_LOG_MILLIS = 1000;

  private final VerifySettings settings;
  private final EpisodeLog log;
  private final LedgerCounter ledger;
  private final EpisodeRuns runs;
  private final RejectedEvents rejected = new RejectedEvents(Boundary.VERIFY);

  private long waitLoggedAt;

  /**
   * @param judge decides statements in natural language; null leaves them open
   */
  EpisodeSequencer(
      VerifySettings settings,
      EpisodeLog log,
      LedgerCounter ledger,
      @Nullable StatementJudge judge) {
    this.settings = settings;
    this.log = log;
    this.ledger = ledger;
    this.runs = new EpisodeRuns(settings.liveEpisodes(), settings.referenceRows(), judge);
  }

  /** Number of worlds that were executed again from a log since the start. */
  long worldsMadeAgain() {
    return runs.madeAgain();
  }

  /** Takes note of a record of a task that is new, replaced or removed. */
  void taskChanged(String key) {
    runs.forgetTask(key);
  }

  /** Takes an event. */
  void take(ReceivedEvent received, EpisodeSurroundings here) throws Exception {
    TrajectoryEvent event = received.event();
    EpisodeCursor cursor = log.cursor();
    long now = here.inputTime();
    if (log.isLate(event, cursor)) {
      ledger.recordDuplicate();
      log.noteLate(event);
      return;
    }
    if (cursor == null || event.getAttempt() > cursor.attempt()) {
      cursor = begin(event, cursor, now, here);
    }
    if (log.holds(event, cursor)) {
      ledger.recordDuplicate();
      return;
    }
    try {
      order(received, cursor, now, here);
    } catch (UnverifiableEpisodeException unverifiable) {
      fail(unverifiable, here);
    }
  }

  private EpisodeCursor begin(
      TrajectoryEvent event, @Nullable EpisodeCursor earlier, long now, EpisodeSurroundings here)
      throws Exception {
    if (earlier != null) {
      ledger.episodeSuperseded();
      runs.forget(event.getEpisodeId(), earlier.attempt());
      log.clearEvents();
      here.wakeNoMoreAt(earlier.wakesAt());
    }
    ledger.episodeStarted();
    here.began();
    long wakesAt = now + settings.deadline().toMillis();
    here.wakeAt(wakesAt);
    return EpisodeCursor.begin(event.getAttempt(), now, wakesAt);
  }

  private void order(
      ReceivedEvent received, EpisodeCursor cursor, long now, EpisodeSurroundings here)
      throws Exception {
    TrajectoryEvent event = received.event();
    if (event.getSequence() > cursor.next()) {
      keepEarly(received, cursor, now, here);
      return;
    }
    ledger.recordUsed();
    log.append(received);
    EpisodeCursor logged = cursor.logged(now);
    if (logged.early() == 0 && logged.fed() == logged.next() - 1 && feedOne(event, logged, here)) {
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, logged, here);
      } else {
        log.moveTo(logged.allFed());
      }
      return;
    }
    if (logged.early() == 0 && !ends(event) && (logged.next() > 1 || runs.isFull())) {
      // Nothing to say before the turn ends: more episodes than worlds cost one world per turn.
      log.moveTo(logged);
      return;
    }
    advance(event.getEpisodeId(), log.appendEarly(logged, now), here);
  }

  private static boolean ends(TrajectoryEvent event) {
    return switch (event.getKind()) {
      case TURN_ENDED, EPISODE_ENDED -> true;
      case EPISODE_STARTED, ASSISTANT_STEP, TOOL_RESULTS, USER_STEP -> false;
    };
  }

  private void keepEarly(
      ReceivedEvent received, EpisodeCursor cursor, long now, EpisodeSurroundings here)
      throws Exception {
    if (cursor.early() >= EpisodeLog.MAX_EARLY) {
      ledger.recordFailed();
      fail(
          received,
          "more than "
              + EpisodeLog.MAX_EARLY
              + " events of the episode wait for sequence "
              + cursor.next(),
          "publish the missing event" + REQUEUE,
          here);
      return;
    }
    ledger.recordUsed();
    log.keepEarly(received);
    log.moveTo(cursor.withEarly(cursor.early() + 1, now));
  }

  /** The common case: the run is in memory and the event is the next. */
  private boolean feedOne(TrajectoryEvent event, EpisodeCursor cursor, EpisodeSurroundings here) {
    EpisodeRun run = runs.inMemory(event.getEpisodeId(), cursor.attempt());
    if (run == null) {
      return false;
    }
    emit(event, run.accept(event), run, here);
    return true;
  }

  /** Feeds what the log holds beyond what was fed, as soon as the task is there. */
  private void advance(String episodeId, EpisodeCursor cursor, EpisodeSurroundings here)
      throws Exception {
    log.moveTo(cursor);
    if (cursor.next() == 0) {
      return;
    }
    List<ReceivedEvent> events = log.events();
    EpisodeStarted header = EpisodeRuns.header(events.get(0));
    EpisodeRun run = runs.of(episodeId, cursor, events, here.tasks());
    if (run == null) {
      await(episodeId, header, here);
      return;
    }
    log.await(null);
    for (ReceivedEvent received : events.subList(cursor.fed(), cursor.next())) {
      TrajectoryEvent event = received.event();
      emit(event, run.accept(event), run, here);
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, cursor, here);
        return;
      }
    }
    log.moveTo(cursor.allFed());
  }

  /** Said at most once a second: many wait for the same tasks. */
  private void await(String episodeId, EpisodeStarted header, EpisodeSurroundings here)
      throws Exception {
    String missing = runs.missing(header, here.tasks());
    log.await(missing);
    if (missing != null) {
      here.awaits(missing);
    }
    long now = here.now();
    if (now >= waitLoggedAt + WAIT_LOG_MILLIS) {
      waitLoggedAt = now;
      LOG.info(
          "episode {} waits for task {} ({}) or what it refers to",
          episodeId,
          header.getTaskId(),
          header.getTaskDigest());
    }
  }

  private static void emit(
      TrajectoryEvent event, @Nullable EndedTurn turn, EpisodeRun run, EpisodeSurroundings here) {
    if (turn != null) {
      here.emit(
          new Verified(
              event.getEpisodeId(),
              event.getAttempt(),
              event.getRunId(),
              run.header(),
              run.category(),
              turn.facts(),
              turn.endedAt(),
              null));
    }
  }

  private void end(TrajectoryEvent event, EpisodeCursor cursor, EpisodeSurroundings here)
      throws Exception {
    EpisodeEnded ended = requireNonNull(event.getEpisodeEnded());
    long endedAt = event.getEventTime().toEpochMilli();
    finish(event, cursor, ended.getReason(), ended.getMessage(), endedAt, here);
  }

  private void finish(
      TrajectoryEvent last,
      EpisodeCursor cursor,
      EndReason reason,
      @Nullable String message,
      long endedAt,
      EpisodeSurroundings here)
      throws Exception {
    EpisodeRun run = requireNonNull(runs.inMemory(last.getEpisodeId(), cursor.attempt()));
    EpisodeStarted header = run.header();
    if (reason != EndReason.INFERENCE_ERROR) {
      for (EndedTurn turn : run.finish(endedAt)) {
        emit(last, turn, run, here);
      }
    }
    EndedEpisode ended = withSteps(run.ended(reason, message, endedAt), header);
    RepairSearch repairs = settings.repairs();
    if (repairs != null) {
      ended = run.repaired(ended, repairs);
    }
    RecordedSource source = settings.referenceRows() ? header.getSource() : null;
    String row = source == null ? null : run.referenceRow(source.getRecordId(), reason, message);
    here.emit(
        new Verified(
            last.getEpisodeId(),
            cursor.attempt(),
            last.getRunId(),
            header,
            run.category(),
            null,
            null,
            ended));
    if (row != null && source != null) {
      here.emit(new ReferenceLine(source.getOrdinal(), row));
    }
    log.close(Integer.MAX_VALUE);
    forget(last.getEpisodeId(), cursor, EpisodeVerdict.of(ended), here);
  }

  /** An episode that says nothing of the policy is settled without its tokens. */
  private EndedEpisode withSteps(EndedEpisode ended, EpisodeStarted header) throws Exception {
    boolean wanted =
        settings.steps()
            && header.getMode() == Mode.TRAIN
            && header.getBatchNumber() != null
            && Verdicts.isAboutPolicy(EpisodeVerdict.of(ended));
    return wanted
        ? ended.with(
            log.events().stream()
                .filter(received -> received.event().getKind() == EventKind.ASSISTANT_STEP)
                .toList())
        : ended;
  }

  /** Cleans up after an attempt whose log is closed. */
  private void forget(
      String episodeId, EpisodeCursor cursor, Verdict verdict, EpisodeSurroundings here) {
    ledger.episodeEnded(verdict);
    runs.forget(episodeId, cursor.attempt());
    here.wakeNoMoreAt(cursor.wakesAt());
    here.ended();
  }

  /** A record that the episode waited for has come. */
  void recordCame(String episodeId, EpisodeSurroundings here) throws Exception {
    EpisodeCursor cursor = log.cursor();
    if (cursor == null) {
      return;
    }
    try {
      advance(episodeId, cursor, here);
    } catch (UnverifiableEpisodeException unverifiable) {
      fail(unverifiable, here);
    }
  }

  /**
   * Looks at an episode whose time has come: gives it up if it has stalled, or the input is at its
   * end.
   */
  void wake(String episodeId, boolean endOfInput, EpisodeSurroundings here) throws Exception {
    EpisodeCursor cursor = log.cursor();
    if (cursor == null) {
      return;
    }
    try {
      long stallsAt = cursor.lastEventAt() + settings.deadline().toMillis();
      if (endOfInput) {
        giveUp(episodeId, cursor, "the input ended before the episode did", here);
      } else if (here.inputTime() >= stallsAt) {
        String silence = "no event for " + settings.deadline().toSeconds() + " s";
        giveUp(episodeId, cursor, silence, here);
      } else {
        here.wakeAt(stallsAt);
        log.moveTo(cursor.wakingAt(stallsAt));
      }
    } catch (UnverifiableEpisodeException unverifiable) {
      fail(unverifiable, here);
    }
  }

  private void giveUp(String episodeId, EpisodeCursor before, String why, EpisodeSurroundings here)
      throws Exception {
    if (before.fed() < before.next()) {
      advance(episodeId, before, here);
    }
    EpisodeCursor cursor = log.cursor();
    if (cursor == null) {
      return;
    }
    ReceivedEvent first = log.first();
    if (first == null) {
      failEpisode(
          log.firstEarly(),
          cursor,
          why + ", and its first event never came",
          "publish the events from sequence " + cursor.next() + REQUEUE,
          here);
    } else if (runs.of(episodeId, cursor, log.events(), here.tasks()) == null) {
      EpisodeStarted header = EpisodeRuns.header(first);
      failEpisode(
          first,
          cursor,
          "%s, and task %s (%s) is not known"
              .formatted(why, header.getTaskId(), header.getTaskDigest()),
          "publish the task on the topic tasks" + REQUEUE,
          here);
    } else {
      finish(first.event(), cursor, EndReason.DEADLINE, why, here.now(), here);
      log.giveUp(cursor.attempt());
      if (first.topic() != null) {
        fail(
            first,
            "%s after event %d of attempt %d; it counts as an infrastructure failure"
                .formatted(why, cursor.next() - 1, cursor.attempt()),
            "publish the events from sequence " + cursor.next() + REQUEUE,
            here);
      }
    }
  }

  /** Gives the episode up; what was logged of it tells how many records that costs. */
  private void fail(UnverifiableEpisodeException error, EpisodeSurroundings here) throws Exception {
    List<ReceivedEvent> events = log.events();
    failEpisode(
        events.get(0),
        requireNonNull(log.cursor()).ofLength(events.size()),
        "the episode cannot be verified: " + error.getMessage(),
        "mend what the reason names: if it is in the events, publish a new attempt; if it is in the"
            + " task, publish that"
            + REQUEUE,
        here);
  }

  private void failEpisode(
      ReceivedEvent first,
      EpisodeCursor cursor,
      String reason,
      String remedy,
      EpisodeSurroundings here)
      throws Exception {
    ledger.usedRecordsFailed(cursor.next() + cursor.early());
    fail(first, reason, remedy, here);
    log.giveUp(cursor.attempt());
    forget(first.event().getEpisodeId(), cursor, Verdict.INFRASTRUCTURE_FAILED, here);
  }

  private void fail(
      ReceivedEvent received, String reason, String remedy, EpisodeSurroundings here) {
    here.emit(rejected.failure(received, Instant.ofEpochMilli(here.now()), reason, remedy));
  }
}
