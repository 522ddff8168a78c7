package org.sealflow.verify;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
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
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeEnded;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.Verdict;
import org.sealflow.state.TaskMessages;

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

  /** What could not be used. */
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

  /**
   * Key: episode. How far its newest attempt has come. Cleared when the attempt ends; one that
   * never ends is ended by its deadline.
   */
  private static final ValueStateDescriptor<EpisodeCursor> CURSOR =
      new ValueStateDescriptor<>("cursor", TypeInformation.of(EpisodeCursor.class));

  /** Key: episode. The events of its newest attempt in order. Cleared with the cursor. */
  private static final ListStateDescriptor<ReceivedEvent> LOG =
      new ListStateDescriptor<>("log", TypeInformation.of(ReceivedEvent.class));

  /**
   * Key: episode. Sequence → event that came before one in front of it. Cleared with the cursor; at
   * most {@link #MAX_EARLY} per episode.
   */
  private static final MapStateDescriptor<Integer, ReceivedEvent> EARLY =
      new MapStateDescriptor<>("early", Types.INT, TypeInformation.of(ReceivedEvent.class));

  /**
   * Key: episode given up before its last event, where ended ones are not remembered. The attempt.
   * Cleared by that attempt's end; leaks where the input breaks off.
   */
  private static final ValueStateDescriptor<Integer> GIVEN_UP =
      new ValueStateDescriptor<>("given-up", Types.INT);

  /** Operator: one element per parallel instance, summed after a rescale. Never cleared. */
  private static final ListStateDescriptor<Ledger> LEDGER_STATE =
      new ListStateDescriptor<>("ledger", TypeInformation.of(Ledger.class));

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "verify";

  private static final int MAX_EARLY = 10_000;

  /**
   * How many tombstones are looked at for expiry at each access of one, where state is kept on the
   * heap. An episode accesses its own twice and leaves one: all are looked at before half as many
   * are added, so that those that have expired never outnumber the others.
   */
  private static final int TOMBSTONES_LOOKED_AT = 1;

  private static final long TASK_POLL_MILLIS = 200;
  private static final long LEDGER_MILLIS = 1000;

  private final VerifySettings settings;
  private transient LedgerCounter ledger;
  private transient ListState<Ledger> ledgerState;
  private transient ValueState<EpisodeCursor> cursors;
  private transient ListState<ReceivedEvent> logs;
  private transient MapState<Integer, ReceivedEvent> earlyEvents;
  private transient @Nullable ValueState<Integer> tombstones;
  private transient ValueState<Integer> givenUp;
  private transient LiveEpisodes live;
  private transient TaskCatalog catalog;
  private transient TaskMessages records;
  private transient Codec<TrajectoryEvent> codec;

  /** Until when nobody is declared stalled; 0 until something happens. */
  private transient long graceEndsAt;

  private transient long ledgerEmittedAt;
  private transient boolean endOfInputTimerSet;

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
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    ledgerState.update(List.of(ledger.counts()));
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    cursors = getRuntimeContext().getState(CURSOR);
    logs = getRuntimeContext().getListState(LOG);
    earlyEvents = getRuntimeContext().getMapState(EARLY);
    givenUp = getRuntimeContext().getState(GIVEN_UP);
    tombstones =
        settings.tombstoneTtl().isZero() ? null : getRuntimeContext().getState(tombstone());
    live = new LiveEpisodes(settings.liveEpisodes());
    catalog = new TaskCatalog();
    records = new TaskMessages();
    codec = Codec.of(TrajectoryEvent.class);
    registerMetrics(getRuntimeContext().getMetricGroup());
    getRuntimeContext().addAccumulator(Ledger.ACCUMULATOR + OPERATOR, ledger);
  }

  /**
   * Key: ended episode. The last attempt of which events are late: every attempt where one ended,
   * the failed one where the episode could not be verified and may come again as a new attempt.
   * Expires.
   */
  private ValueStateDescriptor<Integer> tombstone() {
    ValueStateDescriptor<Integer> descriptor = new ValueStateDescriptor<>("ended", Types.INT);
    descriptor.enableTimeToLive(
        StateTtlConfig.newBuilder(settings.tombstoneTtl())
            .setUpdateType(StateTtlConfig.UpdateType.OnCreateAndWrite)
            .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
            .cleanupIncrementally(TOMBSTONES_LOOKED_AT, false)
            .build());
    return descriptor;
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
    EpisodeCursor cursor = cursors.value();
    long now = now(context);
    if (isLate(event, cursor)) {
      ledger.recordDuplicate();
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        givenUp.clear();
      }
      return;
    }
    if (cursor == null || event.getAttempt() > cursor.attempt()) {
      cursor = begin(event, cursor, now, context);
    }
    if (event.getSequence() < cursor.next()
        || (cursor.early() > 0 && earlyEvents.contains(event.getSequence()))) {
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

  /** An attempt under way is above all that are late, so only where none is are these looked up. */
  private boolean isLate(TrajectoryEvent event, @Nullable EpisodeCursor cursor) throws Exception {
    if (cursor != null) {
      return event.getAttempt() < cursor.attempt();
    }
    Integer lastAttempt = tombstones == null ? givenUp.value() : tombstones.value();
    return lastAttempt != null && event.getAttempt() <= lastAttempt;
  }

  private EpisodeCursor begin(
      TrajectoryEvent event, @Nullable EpisodeCursor earlier, long now, ReadOnlyContext context) {
    if (earlier != null) {
      ledger.episodeSuperseded();
      live.remove(event.getEpisodeId(), earlier.attempt());
      logs.clear();
      earlyEvents.clear();
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
      if (cursor.early() >= MAX_EARLY) {
        ledger.recordFailed();
        fail(
            context,
            received,
            "more than " + MAX_EARLY + " events of the episode wait for sequence " + cursor.next(),
            "publish the missing event, or the episode as a new attempt");
        return;
      }
      ledger.recordUsed();
      earlyEvents.put(event.getSequence(), received);
      cursors.update(cursor.withEarly(cursor.early() + 1, now));
      return;
    }
    ledger.recordUsed();
    logs.add(received);
    EpisodeCursor logged = cursor.logged(now);
    if (logged.early() == 0 && logged.fed() == logged.next() - 1 && feedOne(event, logged, out)) {
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, logged, context, out);
      } else {
        cursors.update(logged.allFed());
      }
      return;
    }
    advance(event.getEpisodeId(), drainEarly(logged, now), context, out);
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

  private EpisodeCursor drainEarly(EpisodeCursor cursor, long now) throws Exception {
    EpisodeCursor drained = cursor;
    while (drained.early() > 0) {
      ReceivedEvent next = earlyEvents.get(drained.next());
      if (next == null) {
        break;
      }
      earlyEvents.remove(drained.next());
      logs.add(next);
      drained = drained.logged(now).withEarly(drained.early() - 1, now);
    }
    return drained;
  }

  /** Feeds what the log holds beyond what was fed, as soon as the task is there. */
  private void advance(
      String episodeId, EpisodeCursor cursor, ReadOnlyContext context, Collector<Verified> out)
      throws Exception {
    cursors.update(cursor);
    if (cursor.next() == 0) {
      return;
    }
    List<ReceivedEvent> log = log();
    EpisodeStarted header = header(log.get(0));
    EpisodeRun run = resume(episodeId, header, log, cursor, context);
    if (run == null) {
      context
          .timerService()
          .registerProcessingTimeTimer(
              context.timerService().currentProcessingTime() + TASK_POLL_MILLIS);
      return;
    }
    for (ReceivedEvent received : log.subList(cursor.fed(), cursor.next())) {
      TrajectoryEvent event = received.event();
      emit(event, run.accept(event), header, out);
      if (event.getKind() == EventKind.EPISODE_ENDED) {
        end(event, cursor, context, out);
        return;
      }
    }
    cursors.update(cursor.allFed());
  }

  /** The run in memory, or a new one fed with what was fed before; null without its task. */
  private @Nullable EpisodeRun resume(
      String episodeId,
      EpisodeStarted header,
      List<ReceivedEvent> log,
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
    for (ReceivedEvent fed : log.subList(0, cursor.fed())) {
      run.accept(fed.event());
    }
    live.put(episodeId, cursor.attempt(), run);
    return run;
  }

  private static void emit(
      TrajectoryEvent event,
      @Nullable VerifiedTurn turn,
      EpisodeStarted header,
      Collector<Verified> out) {
    if (turn != null) {
      out.collect(
          new Verified(
              event.getEpisodeId(),
              event.getAttempt(),
              event.getRunId(),
              header,
              turn,
              turn.reached() ? event.getEventTime().toEpochMilli() : null,
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
      for (VerifiedTurn turn : run.finish()) {
        emit(last, turn, header, out);
      }
    }
    EndedEpisode ended = run.ended(reason, message, endedAt);
    out.collect(
        new Verified(
            last.getEpisodeId(), cursor.attempt(), last.getRunId(), header, null, null, ended));
    RecordedSource source = header.getSource();
    if (settings.referenceRows() && source != null) {
      context.output(
          REFERENCE_ROWS,
          new ReferenceLine(
              source.getOrdinal(), run.referenceRow(source.getRecordId(), reason, message)));
    }
    forget(last.getEpisodeId(), cursor, Integer.MAX_VALUE, EpisodeVerdict.of(ended), context);
  }

  /**
   * Leaves nothing of an attempt but the memory of its end.
   *
   * @param lastLateAttempt of this attempt and those before it, events are late from now on
   */
  private void forget(
      String episodeId,
      EpisodeCursor cursor,
      int lastLateAttempt,
      Verdict verdict,
      ReadOnlyContext context)
      throws Exception {
    ledger.episodeEnded(verdict);
    live.remove(episodeId, cursor.attempt());
    cursors.clear();
    logs.clear();
    earlyEvents.clear();
    if (tombstones != null) {
      tombstones.update(lastLateAttempt);
    }
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
    EpisodeCursor cursor = cursors.value();
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
      cursor = cursors.value();
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
    ReceivedEvent first = first();
    if (first == null) {
      failEpisode(
          firstEarly(),
          cursor,
          why + ", and its first event never came",
          "publish the events from sequence " + cursor.next() + ", or a new attempt",
          context);
    } else if (live.get(episodeId, cursor.attempt()) == null
        && resumeForEnd(episodeId, first, cursor, context) == null) {
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
          "publish the task on the topic tasks, then the episode again as a new attempt",
          context);
    } else {
      finish(first.event(), cursor, EndReason.DEADLINE, why, now, context, out);
    }
  }

  private @Nullable EpisodeRun resumeForEnd(
      String episodeId, ReceivedEvent first, EpisodeCursor cursor, ReadOnlyContext context)
      throws Exception {
    List<ReceivedEvent> log = log();
    return resume(episodeId, header(first), log, cursor, context);
  }

  private List<ReceivedEvent> log() throws Exception {
    List<ReceivedEvent> log = new ArrayList<>();
    logs.get().forEach(log::add);
    return log;
  }

  private ReceivedEvent firstEarly() throws Exception {
    int first = Integer.MAX_VALUE;
    for (int sequence : earlyEvents.keys()) {
      first = Math.min(first, sequence);
    }
    return earlyEvents.get(first);
  }

  private @Nullable ReceivedEvent first() throws Exception {
    for (ReceivedEvent event : logs.get()) {
      return event;
    }
    return null;
  }

  /** Gives the key's episode up; what was logged of it tells how many records that costs. */
  private void fail(UnverifiableEpisodeException error, ReadOnlyContext context) throws Exception {
    List<ReceivedEvent> log = log();
    EpisodeCursor cursor = requireNonNull(cursors.value());
    failEpisode(
        log.get(0),
        new EpisodeCursor(
            cursor.attempt(), log.size(), cursor.fed(), cursor.early(), cursor.lastEventAt()),
        "the episode cannot be verified: " + error.getMessage(),
        "mend what the reason names, then publish the episode again as a new attempt",
        context);
  }

  private static boolean isComplete(List<ReceivedEvent> log) {
    return !log.isEmpty() && log.get(log.size() - 1).event().getKind() == EventKind.EPISODE_ENDED;
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
    if (tombstones == null && !isComplete(log())) {
      givenUp.update(cursor.attempt());
    }
    forget(
        first.event().getEpisodeId(),
        cursor,
        cursor.attempt(),
        Verdict.INFRASTRUCTURE_FAILED,
        context);
  }

  private void fail(ReadOnlyContext context, ReceivedEvent received, String reason, String remedy) {
    TrajectoryEvent event = received.event();
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    Complaint complaint = new Complaint(Boundary.VERIFY, reason, remedy);
    byte[] message = received.message();
    byte[] bytes = message == null ? codec.encode(event) : message;
    String topic = received.topic();
    EpisodeStarted header = event.getEpisodeStarted();
    Failure failure =
        topic == null
            ? Failures.ofLine(complaint, now, source(header), bytes)
            : Failures.ofRecord(
                complaint,
                now,
                new RecordPosition(topic, received.partition(), received.offset()),
                event.getEpisodeId().getBytes(StandardCharsets.UTF_8),
                bytes,
                received.requeues());
    failure.setRunId(event.getRunId());
    failure.setEpisodeId(event.getEpisodeId());
    context.output(FAILURES, failure);
  }

  private static RecordedSource source(@Nullable EpisodeStarted header) {
    RecordedSource source = header == null ? null : header.getSource();
    return source == null ? new RecordedSource("stream", 1L, 0L, "", 0L) : source;
  }
}
