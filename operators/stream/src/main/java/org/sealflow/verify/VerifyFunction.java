package org.sealflow.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerCounter;
import org.sealflow.ledger.LedgerMetrics;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;
import org.sealflow.tasks.TaskCatalog;
import org.sealflow.tasks.TaskMessages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies the trajectories of its keys, the episode ids: the shell around an {@link
 * EpisodeSequencer}, which holds its state and its timers. The state is the log of events; worlds
 * are a bounded cache, made again from the log.
 */
public final class VerifyFunction
    extends KeyedBroadcastProcessFunction<String, ReceivedEvent, TaskRecord, Verified>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(VerifyFunction.class);

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

  private static final long LEDGER_MILLIS = 1000;

  /** The time of a record that has none: input without a time has no deadlines. */
  private static final long UNTIMED = 0;

  private final VerifySettings settings;
  private transient LedgerCounter ledger;
  private transient ListState<Ledger> ledgerState;
  private transient EpisodeSequencer sequencer;
  private transient TaskMessages records;

  /** Keys of records that episodes wait for; null until the state has been looked through. */
  private transient @Nullable Set<String> awaited;

  /** Flink gives it with elements and timers only; null before the first. */
  private transient @Nullable TimerService timers;

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
    LOG.info("verification {}: {}", context.isRestored() ? "restored" : "started", sum.line());
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    ledgerState.update(List.of(ledger.counts()));
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    EpisodeLog log = new KeyedEpisodeLog(getRuntimeContext(), settings.tombstoneTtl());
    sequencer = new EpisodeSequencer(settings, log, ledger);
    records = new TaskMessages();
    MetricGroup metrics = getRuntimeContext().getMetricGroup();
    LedgerMetrics.register(metrics, ledger);
    metrics.gauge("worldsMadeAgain", sequencer::worldsMadeAgain);
    metrics.gauge("recordsAwaited", this::recordsAwaited);
    getRuntimeContext().addAccumulator(Ledger.ACCUMULATOR + OPERATOR, ledger);
  }

  /** Number of tasks and tool docs that episodes wait for, as far as they are known. */
  private int recordsAwaited() {
    Set<String> known = awaited;
    return known == null ? 0 : known.size();
  }

  /** Number of worlds that were executed again from a log since the start. */
  long worldsMadeAgain() {
    return sequencer.worldsMadeAgain();
  }

  @Override
  public void processElement(
      ReceivedEvent received, ReadOnlyContext context, Collector<Verified> out) throws Exception {
    timers = context.timerService();
    Long partitionTime = context.timestamp();
    long inputTime =
        Math.max(context.currentWatermark(), partitionTime == null ? UNTIMED : partitionTime);
    sequencer.take(
        received,
        new Here(
            context::currentProcessingTime,
            inputTime,
            context::output,
            context.getBroadcastState(TASKS),
            out));
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Verified> out)
      throws Exception {
    timers = context.timerService();
    boolean endOfInput = context.currentWatermark() == Long.MAX_VALUE;
    Here here =
        new Here(
            context::currentProcessingTime,
            context.currentWatermark(),
            context::output,
            context.getBroadcastState(TASKS),
            out);
    // A timer by the clock is of a state from before deadlines went by the time of the input.
    sequencer.wake(context.getCurrentKey(), endOfInput, here);
    if (timestamp == Long.MAX_VALUE) {
      here.emitLedger();
    }
  }

  /** All keys are looked through for those that wait, if any waits for this record. */
  @Override
  public void processBroadcastElement(TaskRecord record, Context context, Collector<Verified> out)
      throws Exception {
    BroadcastState<String, byte[]> tasks = context.getBroadcastState(TASKS);
    records.put(tasks, record);
    sequencer.learn(record);
    String key = TaskRecords.key(record);
    Set<String> known = awaited;
    if (known != null && !known.remove(key)) {
      return;
    }
    Set<String> still = new HashSet<>();
    awaited = still;
    Here here =
        new Here(
            context::currentProcessingTime,
            context.currentWatermark(),
            context::output,
            tasks,
            out);
    context.applyToKeyedState(
        KeyedEpisodeLog.AWAITED,
        (episodeId, state) -> {
          if (key.equals(state.value())) {
            sequencer.recordCame(episodeId, here);
          } else if (state.value() != null) {
            still.add(state.value());
          }
        });
  }

  /** Flink's own contexts have no type in common that can be named. */
  private interface SideOutputs {
    <T> void output(OutputTag<T> tag, T value);
  }

  /** The surroundings of the current key. */
  private final class Here implements EpisodeSequencer.Surroundings {
    private final LongSupplier clock;
    private final long inputTime;
    private final SideOutputs side;
    private final ReadOnlyBroadcastState<String, byte[]> tasks;
    private final Collector<Verified> out;

    Here(
        LongSupplier clock,
        long inputTime,
        SideOutputs side,
        ReadOnlyBroadcastState<String, byte[]> tasks,
        Collector<Verified> out) {
      this.clock = clock;
      this.inputTime = inputTime;
      this.side = side;
      this.tasks = tasks;
      this.out = out;
    }

    @Override
    public long now() {
      return clock.getAsLong();
    }

    @Override
    public long inputTime() {
      return inputTime;
    }

    @Override
    public TaskCatalog.Records tasks() {
      return key -> records.get(tasks, key);
    }

    @Override
    public void began() {
      onTimers(service -> service.registerEventTimeTimer(Long.MAX_VALUE));
    }

    @Override
    public void wakeAt(long time) {
      onTimers(service -> service.registerEventTimeTimer(time));
    }

    @Override
    public void wakeNoMoreAt(long time) {
      onTimers(service -> service.deleteEventTimeTimer(time));
    }

    private void onTimers(Consumer<TimerService> action) {
      if (timers != null) {
        action.accept(timers);
      }
    }

    @Override
    public void awaits(String recordKey) {
      if (awaited != null) {
        awaited.add(recordKey);
      }
    }

    @Override
    public void ended() {
      if (endOfInputTimerSet) {
        onTimers(service -> service.deleteEventTimeTimer(Long.MAX_VALUE));
      } else {
        // One key per instance keeps its timer, so that the end of the input gives a last ledger.
        endOfInputTimerSet = true;
      }
      if (now() - ledgerEmittedAt >= LEDGER_MILLIS) {
        emitLedger();
      }
    }

    void emitLedger() {
      ledgerEmittedAt = now();
      TaskInfo task = getRuntimeContext().getTaskInfo();
      side.output(
          LedgerPart.OUTPUT,
          new LedgerPart(
              OPERATOR,
              task.getIndexOfThisSubtask(),
              task.getNumberOfParallelSubtasks(),
              ledger.counts()));
    }

    @Override
    public void emit(Verified facts) {
      out.collect(facts);
    }

    @Override
    public void emit(ReferenceLine row) {
      side.output(REFERENCE_ROWS, row);
    }

    @Override
    public void emit(Failure failure) {
      side.output(DeadLetters.FAILURES, failure);
    }
  }
}
