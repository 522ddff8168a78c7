package org.sealflow.verify;

import java.time.Clock;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.ServedJudge;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.LedgerMetrics;
import org.sealflow.ledger.LedgerState;
import org.sealflow.tasks.TaskChange;
import org.sealflow.tasks.TaskMessages;

/**
 * Verifies the trajectories of its keys, the episode ids: the shell around an {@link
 * EpisodeSequencer}, which holds its state and its timers. The state is the log of events; worlds
 * are a bounded cache, made again from the log.
 */
public final class VerifyFunction
    extends KeyedBroadcastProcessFunction<String, ReceivedEvent, TaskChange, Verified>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  /** Rows in the shape of the recorded reference, where the settings ask for them. */
  public static final OutputTag<ReferenceLine> REFERENCE_ROWS =
      new OutputTag<>("reference-rows", TypeInformation.of(ReferenceLine.class));

  /**
   * Broadcast: key in the topic {@code tasks} → record. Replaced when the same key is published
   * again, removed by a record of that key without a value: it grows with the number of tasks that
   * nobody removes. Episodes that are open go on with a removed task as long as their world is in
   * memory; one made again waits for the task until its deadline.
   */
  public static final MapStateDescriptor<String, byte[]> TASKS = TaskMessages.descriptor("tasks");

  /** The name of this operator's part of the ledger. */
  public static final String OPERATOR = "verify";

  /** The time of a record that has none: input without a time has no deadlines. */
  private static final long UNTIMED = 0;

  private final VerifySettings settings;
  private transient LedgerState ledger;
  private transient EpisodeSequencer sequencer;
  private transient TaskMessages records;
  private transient KeyedSurroundings surroundings;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  public VerifyFunction(VerifySettings settings) {
    this.settings = settings;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    ledger = LedgerState.of(context, OPERATOR);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    ledger.snapshot();
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    EpisodeLog log = new KeyedEpisodeLog(getRuntimeContext(), settings.tombstoneTtl());
    ServedJudge judge = judge(getRuntimeContext().getMetricGroup());
    sequencer = new EpisodeSequencer(settings, log, ledger.counter(), judge);
    records = new TaskMessages();
    surroundings = new KeyedSurroundings(getRuntimeContext(), ledger, records);
    MetricGroup metrics = getRuntimeContext().getMetricGroup();
    LedgerMetrics.register(metrics, ledger.counter());
    metrics.gauge("worldsMadeAgain", sequencer::worldsMadeAgain);
    metrics.gauge("recordsAwaited", surroundings::recordsAwaited);
    ledger.accumulate(getRuntimeContext(), OPERATOR);
  }

  private @Nullable ServedJudge judge(MetricGroup metrics) {
    if (settings.judge() == null) {
      return null;
    }
    ServedJudge judge = new ServedJudge(settings.judge(), System.getenv(), Clock.systemUTC());
    MetricGroup counts = metrics.addGroup("judge");
    counts.gauge("conversations", () -> judge.counts().conversations());
    counts.gauge("open", () -> judge.counts().open());
    counts.gauge("met", () -> judge.counts().met());
    counts.gauge("unmet", () -> judge.counts().unmet());
    return judge;
  }

  /** Number of worlds that were executed again from a log since the start. */
  long worldsMadeAgain() {
    return sequencer.worldsMadeAgain();
  }

  @Override
  public void processElement(
      ReceivedEvent received, ReadOnlyContext context, Collector<Verified> out) throws Exception {
    Long partitionTime = context.timestamp();
    long inputTime =
        Math.max(context.currentWatermark(), partitionTime == null ? UNTIMED : partitionTime);
    sequencer.take(received, entered(context, inputTime, out));
  }

  private KeyedSurroundings entered(
      ReadOnlyContext context, long inputTime, Collector<Verified> out) throws Exception {
    return surroundings.in(
        context.timerService(),
        new KeyedSurroundings.Call(
            context::currentProcessingTime,
            inputTime,
            context::output,
            context.getBroadcastState(TASKS),
            out));
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Verified> out)
      throws Exception {
    boolean endOfInput = context.currentWatermark() == Long.MAX_VALUE;
    KeyedSurroundings here = entered(context, context.currentWatermark(), out);
    // A timer by the clock is of a state from before deadlines went by the time of the input.
    sequencer.wake(context.getCurrentKey(), endOfInput, here);
    if (timestamp == Long.MAX_VALUE) {
      here.emitLedger();
    }
  }

  /** All keys are looked through for those that wait, if any waits for this record. */
  @Override
  public void processBroadcastElement(TaskChange change, Context context, Collector<Verified> out)
      throws Exception {
    BroadcastState<String, byte[]> tasks = context.getBroadcastState(TASKS);
    String key = change.key();
    records.apply(tasks, change);
    sequencer.taskChanged(key);
    if (change.record() == null || !surroundings.mayBeAwaited(key)) {
      return;
    }
    KeyedSurroundings here =
        surroundings.in(
            new KeyedSurroundings.Call(
                context::currentProcessingTime,
                context.currentWatermark(),
                context::output,
                tasks,
                out));
    context.applyToKeyedState(
        KeyedEpisodeLog.AWAITED,
        (episodeId, state) -> {
          if (key.equals(state.value())) {
            sequencer.recordCame(episodeId, here);
          } else if (state.value() != null) {
            here.awaits(state.value());
          }
        });
  }
}
