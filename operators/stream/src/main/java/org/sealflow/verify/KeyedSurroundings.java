package org.sealflow.verify;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.ledger.LedgerState;
import org.sealflow.schemas.Failure;
import org.sealflow.tasks.TaskCatalog;
import org.sealflow.tasks.TaskMessages;

/** The surroundings of a key of {@link VerifyFunction}; each call of Flink enters them anew. */
final class KeyedSurroundings implements EpisodeSurroundings {
  private static final long LEDGER_MILLIS = 1000;

  /** Flink's own contexts have no type in common that can be named. */
  interface SideOutputs {
    <T> void output(OutputTag<T> tag, T value);
  }

  /**
   * The surroundings that Flink gives with a call.
   *
   * @param clock milliseconds since the epoch
   * @param inputTime how far the input has come, milliseconds since the epoch
   */
  record Call(
      LongSupplier clock,
      long inputTime,
      SideOutputs side,
      ReadOnlyBroadcastState<String, byte[]> tasks,
      Collector<Verified> out) {}

  private final RuntimeContext context;
  private final LedgerState ledger;
  private final TaskMessages records;

  /** Keys of records that episodes wait for; null until the state has been looked through. */
  private @Nullable Set<String> awaited;

  /** Flink gives it with elements and timers only; null before the first. */
  private @Nullable TimerService timers;

  private Call call;
  private long ledgerEmittedAt;
  private boolean endOfInputTimerSet;

  // A call comes before all else.
  @SuppressWarnings("NullAway.Init")
  KeyedSurroundings(RuntimeContext context, LedgerState ledger, TaskMessages records) {
    this.context = context;
    this.ledger = ledger;
    this.records = records;
  }

  /** A call about a key, which can set timers. */
  KeyedSurroundings in(TimerService service, Call entered) {
    timers = service;
    return in(entered);
  }

  /** A call about all keys. */
  KeyedSurroundings in(Call entered) {
    call = entered;
    return this;
  }

  /** Number of tasks and tool docs that episodes wait for, as far as they are known. */
  int recordsAwaited() {
    Set<String> known = awaited;
    return known == null ? 0 : known.size();
  }

  /** Whether an episode may wait for a record that came; if so, all are to be asked. */
  boolean mayBeAwaited(String recordKey) {
    if (awaited != null && !awaited.remove(recordKey)) {
      return false;
    }
    awaited = new HashSet<>();
    return true;
  }

  @Override
  public long now() {
    return call.clock().getAsLong();
  }

  @Override
  public long inputTime() {
    return call.inputTime();
  }

  @Override
  public TaskCatalog.Records tasks() {
    ReadOnlyBroadcastState<String, byte[]> tasks = call.tasks();
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
    call.side().output(LedgerPart.OUTPUT, ledger.part(context, VerifyFunction.OPERATOR));
  }

  @Override
  public void emit(Verified facts) {
    call.out().collect(facts);
  }

  @Override
  public void emit(ReferenceLine row) {
    call.side().output(VerifyFunction.REFERENCE_ROWS, row);
  }

  @Override
  public void emit(Failure failure) {
    call.side().output(DeadLetters.FAILURES, failure);
  }
}
