package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.Verdicts;
import org.sealflow.state.TaskMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the trajectories of its keys, the episode ids. The state is the log of events; worlds
 * are a bounded cache, made again from the log. Duplicates, gaps, restarts of an episode, tasks
 * that come late, episodes that stall and the end of the input are handled here; what a turn is
 * worth is not.
 */
public final class VerifyFunction
    extends KeyedBroadcastProcessFunction<String, ReceivedEvent, TaskRecord, Verified>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(VerifyFunction.class);

  /** Events that could not be used. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  /** The counts, now and then and at the end of the input. */
  public static final OutputTag<LedgerPart> LEDGER =
      new OutputTag<>("ledger", TypeInformation.of(LedgerPart.class));

  /** Rows in the shape of the recorded reference, where the settings ask for them. */
  public static final OutputTag<ReferenceLine> REFERENCE_ROWS =
      new OutputTag<>("reference-rows", TypeInformation.of(ReferenceLine.class));

  /**
   * Broadcast: key in the topic {@code tasks} → record. Replaced when the same key is published
   * again, never removed: it grows with the number of distinct tasks.
   */
  public static final MapStateDescriptor<String, byte[]> TASKS = TaskMessages.descriptor("tasks");

  /** Operator: one element per parallel instance, summed after a rescale. Never cleared. */
  private static final ListStateDescriptor<Ledger> LEDGER_STATE =
      new ListStateDescriptor<>("ledger", TypeInformation.of(Ledger.class));

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "verify";

  /** The remedy for an attempt once the missing part is there. */
  private static final String REQUEUE =
      ", then `sealflow failures requeue --boundary VERIFY` sends the whole attempt again as the"
          + " next one";

  private static final long TASK_POLL_MILLIS = 200;
  private static final long LEDGER_MILLIS = 1000;

  private final VerifySettings settings;
  private transient LedgerCounter ledger;
  private transient ListState<Ledger> ledgerState;
  private transient EpisodeLog log;
  private transient LiveEpisodes live;
  private transient TaskCatalog catalog;
  private transient TaskMessages records;
  private transient RejectedEvents rejected;

  /** Until when nobody is declared stalled; 0 until something happens. */
  private transient long graceEndsAt;

  private transient long ledgerEmittedAt;
  private transient long waitLoggedAt;
  private transient boolean endOfInputTimerSet;
  private transient long worldsMadeAgain;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  public VerifyFunction(VerifySettings settings) {
    this.settings = settings;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    ledgerState = context.getOperatorStateStore().getListState(LEDGER_STATE);
    Ledger sum = Ledger.EMPTY;
    for (Ledger part : ledgerState.get()) {
      sum = sum.plus(part);
    }
    ledger = new LedgerCounter(sum);
    LOG.info("verification {}: {}", context.isRestored() ? "restored" : "started", sum.line());
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    ledgerState.update(List.of(ledger.counts()));
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    log = new EpisodeLog(getRuntimeContext(), settings.tombstoneTtl());
    live = new LiveEpisodes(settings.liveEpisodes());
    catalog = new TaskCatalog();
    records = new TaskMessages();
    rejected = new RejectedEvents(Boundary.VERIFY);
    registerMetrics(getRuntimeContext().getMetricGroup());
    getRuntimeContext().addAccumulator(Ledger.ACCUMULATOR + OPERATOR, ledger);
  }

  private void registerMetrics(MetricGroup group) {
    MetricGroup counts = group.addGroup("ledger");
    counts.gauge("started", () -> ledger.counts().started());
    counts.gauge("passed", () -> ledger.counts().passed());
    counts.gauge("policyFailed", () -> ledger.counts().policyFailed());
    counts.gauge("infrastructureFailed", () -> ledger.counts().infrastructureFailed());
    counts.gauge("taskDefective", () -> ledger.counts().taskDefective());
    counts.gauge("superseded", () -> ledger.counts().superseded());
    counts.gauge("inFlight", () -> ledger.counts().inFlight());
    counts.gauge("recordsUsed", () -> ledger.counts().recordsUsed());
    counts.gauge("recordsDuplicate", () -> ledger.counts().recordsDuplicate());
    counts.gauge("recordsFailed", () -> ledger.counts().recordsFailed());
    group.gauge("worldsMadeAgain", () -> worldsMadeAgain);
  }

  /** Number of worlds that were executed again from a log since the start. */
  long worldsMadeAgain() {
    return worldsMadeAgain;
  }

  @Override
  public void processBroadcastElement(TaskRecord record, Context context, Collector<Verified> out)
      throws Exception {
    records.put(context.getBroadcastState(TASKS), record);
    catalog.replaced(record);
  }

  @Override
  public void processElement(
      ReceivedEvent received, ReadOnlyContext context, Collector<Verified> out) throws Exception {
    TrajectoryEvent event = received.event();
    EpisodeCursor cursor = log.cursor();
    long now = now(context);
    if (log.isLate(event, cursor)) {
      ledger.recordDuplicate();
      log.noteLate(event);
      return;
    }
    if (cursor == null || event.getAttempt() > cursor.attempt()) {
      cursor = begin(event, cursor, now, context);
    }
    if (log.holds(event, cursor)) {
      ledger.recordDuplicate();
      return;
    }
    try {
      take(received, cursor, now, context, out);
    } catch (UnverifiableEpisodeException unverifiable) {
      fail(unverifiable, context);
    }
  }

  /** Processing time; the grace of a start or restore begins with the first thing that happens. */
  private long now(ReadOnlyContext context) {
    long now = context.timerService().currentProcessingTime();
    if (graceEndsAt == 0) {
      graceEndsAt = now + settings.grace().toMillis();
    }
    return now;
  }

  private EpisodeCursor begin(
      TrajectoryEvent event, @Nullable EpisodeCursor earlier, long now, ReadOnlyContext context) {
    if (earlier != null) {
      ledger.episodeSuperseded();
      live.remove(event.getEpisodeId(), earlier.attempt());
      log.clearEvents();
    }
    ledger.episodeStarted();
    context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    context.timerService().registerProcessingTimeTimer(now + settings.deadline().toMillis());
    return EpisodeCursor.begin(event.getAttempt(), now);
  }

  private void take(
      ReceivedEvent received,
      EpisodeCursor cursor,
      long now,
      ReadOnlyContext context,
      Collector<Verified> out)
      throws Exception {
    TrajectoryEvent event = received.event();
    if (event.getSequence() > cursor.next()) {
      takeEarly(received, cursor, now, context);
      return;
    }
    ledger.recordUsed();
    log.append(received);
    EpisodeCursor logged = cursor.logged(now);
    if (logged.early() == 0 && logged.fed() == logged.next() - 1 && feedOne(event, logged, out)) {
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, logged, context, out);
      } else {
        log.moveTo(logged.allFed());
      }
      return;
    }
    if (logged.early() == 0 && logged.next() > 1 && !ends(event)) {
      // Nothing to say before the turn ends: more episodes than worlds cost one world per turn.
      log.moveTo(logged);
      return;
    }
    advance(event.getEpisodeId(), log.appendEarly(logged, now), context, out);
  }

  private static boolean ends(TrajectoryEvent event) {
    return switch (event.getKind()) {
      case TURN_ENDED, EPISODE_ENDED -> true;
      case EPISODE_STARTED, ASSISTANT_STEP, TOOL_RESULTS -> false;
    };
  }

  private void takeEarly(
      ReceivedEvent received, EpisodeCursor cursor, long now, ReadOnlyContext context)
      throws Exception {
    if (cursor.early() >= EpisodeLog.MAX_EARLY) {
      ledger.recordFailed();
      fail(
          context,
          received,
          "more than "
              + EpisodeLog.MAX_EARLY
              + " events of the episode wait for sequence "
              + cursor.next(),
          "publish the missing event" + REQUEUE);
      return;
    }
    ledger.recordUsed();
    log.keepEarly(received);
    log.moveTo(cursor.withEarly(cursor.early() + 1, now));
  }

  /** The common case: the run is in memory and the event is the next. */
  private boolean feedOne(TrajectoryEvent event, EpisodeCursor cursor, Collector<Verified> out)
      throws Exception {
    EpisodeRun run = live.get(event.getEpisodeId(), cursor.attempt());
    if (run == null) {
      return false;
    }
    emit(event, run.accept(event), run.header(), out);
    return true;
  }

  /** Feeds what the log holds beyond what was fed, as soon as the task is there. */
  private void advance(
      String episodeId, EpisodeCursor cursor, ReadOnlyContext context, Collector<Verified> out)
      throws Exception {
    log.moveTo(cursor);
    if (cursor.next() == 0) {
      return;
    }
    List<ReceivedEvent> events = log.events();
    EpisodeStarted header = header(events.get(0));
    EpisodeRun run = resume(episodeId, header, events, cursor, context);
    if (run == null) {
      noteWait(episodeId, header, context.timerService().currentProcessingTime());
      context
          .timerService()
          .registerProcessingTimeTimer(
              context.timerService().currentProcessingTime() + TASK_POLL_MILLIS);
      return;
    }
    for (ReceivedEvent received : events.subList(cursor.fed(), cursor.next())) {
      TrajectoryEvent event = received.event();
      emit(event, run.accept(event), header, out);
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, cursor, context, out);
        return;
      }
    }
    log.moveTo(cursor.allFed());
  }

  /** Said at most once a second: an episode that waits is looked at several times in that. */
  private void noteWait(String episodeId, EpisodeStarted header, long now) {
    if (now >= waitLoggedAt + LEDGER_MILLIS) {
      waitLoggedAt = now;
      LOG.info(
          "episode {} waits for task {} ({}) or what it refers to",
          episodeId,
          header.getTaskId(),
          header.getTaskDigest());
    }
  }

  /** The run in memory, or a new one fed with what was fed before; null without its task. */
  private @Nullable EpisodeRun resume(
      String episodeId,
      EpisodeStarted header,
      List<ReceivedEvent> events,
      EpisodeCursor cursor,
      ReadOnlyContext context)
      throws Exception {
    EpisodeRun run = live.get(episodeId, cursor.attempt());
    if (run != null) {
      return run;
    }
    ReadOnlyBroadcastState<String, byte[]> tasks = context.getBroadcastState(TASKS);
    VerificationTask task =
        catalog.get(header.getTaskId(), header.getTaskDigest(), key -> records.get(tasks, key));
    if (task == null) {
      return null;
    }
    run = new EpisodeRun(task, header, settings.referenceRows());
    worldsMadeAgain += cursor.fed() > 0 ? 1 : 0;
    for (ReceivedEvent fed : events.subList(0, cursor.fed())) {
      run.accept(fed.event());
    }
    live.put(episodeId, cursor.attempt(), run);
    return run;
  }

  private static void emit(
      TrajectoryEvent event,
      @Nullable EndedTurn turn,
      EpisodeStarted header,
      Collector<Verified> out) {
    if (turn != null) {
      out.collect(
          new Verified(
              event.getEpisodeId(),
              event.getAttempt(),
              event.getRunId(),
              header,
              turn.facts(),
              turn.endedAt(),
              null));
    }
  }

  /** The first event of a log: decoding let no other through as sequence 0. */
  private static EpisodeStarted header(ReceivedEvent first) {
    return requireNonNull(first.event().getEpisodeStarted());
  }

  private void end(
      TrajectoryEvent event, EpisodeCursor cursor, ReadOnlyContext context, Collector<Verified> out)
      throws Exception {
    EpisodeEnded ended = requireNonNull(event.getEpisodeEnded());
    finish(
        event,
        cursor,
        ended.getReason(),
        ended.getMessage(),
        event.getEventTime().toEpochMilli(),
        context,
        out);
  }

  private void finish(
      TrajectoryEvent last,
      EpisodeCursor cursor,
      EndReason reason,
      @Nullable String message,
      long endedAt,
      ReadOnlyContext context,
      Collector<Verified> out)
      throws Exception {
    EpisodeRun run = requireNonNull(live.get(last.getEpisodeId(), cursor.attempt()));
    EpisodeStarted header = run.header();
    if (reason != EndReason.INFERENCE_ERROR) {
      for (EndedTurn turn : run.finish(endedAt)) {
        emit(last, turn, header, out);
      }
    }
    EndedEpisode ended = withSteps(run.ended(reason, message, endedAt), header);
    RepairSearch repairs = settings.repairs();
    if (repairs != null) {
      ended = run.repaired(ended, repairs);
    }
    RecordedSource source = header.getSource();
    String row =
        settings.referenceRows() && source != null
            ? run.referenceRow(source.getRecordId(), reason, message)
            : null;
    out.collect(
        new Verified(
            last.getEpisodeId(), cursor.attempt(), last.getRunId(), header, null, null, ended));
    if (row != null && source != null) {
      context.output(REFERENCE_ROWS, new ReferenceLine(source.getOrdinal(), row));
    }
    log.close(Integer.MAX_VALUE);
    forget(last.getEpisodeId(), cursor, EpisodeVerdict.of(ended), context);
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
      String episodeId, EpisodeCursor cursor, Verdict verdict, ReadOnlyContext context) {
    ledger.episodeEnded(verdict);
    live.remove(episodeId, cursor.attempt());
    if (endOfInputTimerSet) {
      context.timerService().deleteEventTimeTimer(Long.MAX_VALUE);
    } else {
      // One key per instance keeps its timer, so that the end of the input gives a last ledger.
      endOfInputTimerSet = true;
    }
    emitLedger(context, false);
  }

  private void emitLedger(ReadOnlyContext context, boolean always) {
    long now = context.timerService().currentProcessingTime();
    if (always || now - ledgerEmittedAt >= LEDGER_MILLIS) {
      ledgerEmittedAt = now;
      context.output(
          LEDGER,
          new LedgerPart(
              OPERATOR,
              getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
              getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
              ledger.counts()));
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Verified> out)
      throws Exception {
    EpisodeCursor cursor = log.cursor();
    boolean endOfInput = context.timeDomain() == TimeDomain.EVENT_TIME;
    long now = now(context);
    if (cursor != null) {
      try {
        advanceOrGiveUp(context.getCurrentKey(), cursor, endOfInput, now, context, out);
      } catch (UnverifiableEpisodeException unverifiable) {
        fail(unverifiable, context);
      }
    }
    if (endOfInput) {
      emitLedger(context, true);
    }
  }

  private void advanceOrGiveUp(
      String episodeId,
      EpisodeCursor cursor,
      boolean endOfInput,
      long now,
      OnTimerContext context,
      Collector<Verified> out)
      throws Exception {
    if (cursor.fed() < cursor.next()) {
      advance(episodeId, cursor, context, out);
      cursor = log.cursor();
      if (cursor == null) {
        return;
      }
    }
    long stallsAt = Math.max(cursor.lastEventAt() + settings.deadline().toMillis(), graceEndsAt);
    if (endOfInput) {
      giveUp(episodeId, cursor, "the input ended before the episode did", now, context, out);
    } else if (now >= stallsAt) {
      giveUp(
          episodeId,
          cursor,
          "no event for " + settings.deadline().toSeconds() + " s",
          now,
          context,
          out);
    } else {
      context.timerService().registerProcessingTimeTimer(stallsAt);
    }
  }

  private void giveUp(
      String episodeId,
      EpisodeCursor cursor,
      String why,
      long now,
      OnTimerContext context,
      Collector<Verified> out)
      throws Exception {
    ReceivedEvent first = log.first();
    if (first == null) {
      failEpisode(
          log.firstEarly(),
          cursor,
          why + ", and its first event never came",
          "publish the events from sequence " + cursor.next() + REQUEUE,
          context);
    } else if (live.get(episodeId, cursor.attempt()) == null
        && resume(episodeId, header(first), log.events(), cursor, context) == null) {
      EpisodeStarted header = header(first);
      failEpisode(
          first,
          cursor,
          why
              + ", and task "
              + header.getTaskId()
              + " ("
              + header.getTaskDigest()
              + ") is not known",
          "publish the task on the topic tasks" + REQUEUE,
          context);
    } else {
      finish(first.event(), cursor, EndReason.DEADLINE, why, now, context, out);
      log.giveUp(cursor.attempt());
      if (first.topic() != null) {
        fail(
            context,
            first,
            why
                + " after event "
                + (cursor.next() - 1)
                + " of attempt "
                + cursor.attempt()
                + "; it counts as an infrastructure failure",
            "publish the events from sequence " + cursor.next() + REQUEUE);
      }
    }
  }

  /** Gives the key's episode up; what was logged of it tells how many records that costs. */
  private void fail(UnverifiableEpisodeException error, ReadOnlyContext context) throws Exception {
    List<ReceivedEvent> events = log.events();
    EpisodeCursor cursor = requireNonNull(log.cursor());
    failEpisode(
        events.get(0),
        new EpisodeCursor(
            cursor.attempt(), events.size(), cursor.fed(), cursor.early(), cursor.lastEventAt()),
        "the episode cannot be verified: " + error.getMessage(),
        "mend what the reason names: if it is in the events, publish a new attempt; if it is in the"
            + " task, publish that"
            + REQUEUE,
        context);
  }

  private void failEpisode(
      ReceivedEvent first,
      EpisodeCursor cursor,
      String reason,
      String remedy,
      ReadOnlyContext context)
      throws Exception {
    ledger.usedRecordsFailed(cursor.next() + cursor.early());
    fail(context, first, reason, remedy);
    log.giveUp(cursor.attempt());
    forget(first.event().getEpisodeId(), cursor, Verdict.INFRASTRUCTURE_FAILED, context);
  }

  private void fail(ReadOnlyContext context, ReceivedEvent received, String reason, String remedy) {
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    context.output(FAILURES, rejected.failure(received, now, reason, remedy));
  }
}
