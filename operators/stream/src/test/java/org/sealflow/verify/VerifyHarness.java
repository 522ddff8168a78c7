package org.sealflow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedBroadcastOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.sealflow.bfcl.files.SampleTasks;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.ingest.DeadLetters;
import org.sealflow.ingest.ReceivedEvent;
import org.sealflow.ledger.Ledger;
import org.sealflow.ledger.LedgerCounter;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.tasks.TaskChange;

/**
 * Runs a {@link VerifyFunction} as Flink does, with the time of the input and the clock in the
 * test's hands. The ledger is held against itself after everything that happens.
 */
public final class VerifyHarness implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofMinutes(10);
  static final VerifySettings SETTINGS =
      new VerifySettings(DEADLINE, Duration.ofHours(1), 100, false, null, false, null);

  /** The clock at the start of every harness that restores nothing. */
  static final long START = 1_700_000_000_000L;

  private static final Map<String, Long> TOMBSTONE_ONLY = Map.of("ended", 1L);
  private static final List<TaskRecord> TASKS = SampleTasks.read().records();

  private final KeyedBroadcastOperatorTestHarness<String, ReceivedEvent, TaskChange, Verified>
      harness;

  private final VerifyFunction function;

  /** The time that the input has come to. */
  private long inputTime;

  private VerifyHarness(VerifySettings settings) throws Exception {
    function = new VerifyFunction(settings);
    harness =
        new KeyedBroadcastOperatorTestHarness<>(
            new CoBroadcastWithKeyedOperator<>(function, List.of(VerifyFunction.TASKS)),
            received -> received.event().getEpisodeId(),
            Types.STRING,
            1,
            1,
            0);
    ((SerializerConfigImpl) harness.getExecutionConfig().getSerializerConfig())
        .setGenericTypes(false);
  }

  /** The output of an undisturbed function for events in order. */
  static List<Verified> inOrder(List<ReceivedEvent> events) throws Exception {
    try (VerifyHarness harness = withTasks(SETTINGS)) {
      return harness.send(events).verified();
    }
  }

  /** A started function that knows no task. */
  static VerifyHarness open(VerifySettings settings) throws Exception {
    VerifyHarness opened = new VerifyHarness(settings);
    opened.setTime(START);
    opened.harness.open();
    opened.begin();
    return opened;
  }

  /** A started function that knows all sample tasks. */
  static VerifyHarness withTasks(VerifySettings settings) throws Exception {
    VerifyHarness opened = open(settings);
    opened.sendTasks();
    return opened;
  }

  /** A function restored at a time from what another one left. */
  static VerifyHarness restored(VerifySettings settings, OperatorSubtaskState state, long time)
      throws Exception {
    VerifyHarness restored = new VerifyHarness(settings);
    restored.setTime(time);
    restored.harness.initializeState(state);
    restored.harness.open();
    restored.begin();
    return restored;
  }

  /** Tasks have no time, and the input was read up to now before anything else happens. */
  private void begin() throws Exception {
    harness.processBroadcastWatermark(Long.MAX_VALUE);
    inputTime = harness.getProcessingTime();
  }

  VerifyHarness sendTasks() throws Exception {
    return sendTasks(TASKS);
  }

  VerifyHarness sendTasks(List<TaskRecord> records) throws Exception {
    for (TaskRecord record : records) {
      harness.processBroadcastElement(TaskChange.of(record), 0);
    }
    return this;
  }

  VerifyHarness removeTask(String key) throws Exception {
    harness.processBroadcastElement(TaskChange.removal(key), 0);
    return this;
  }

  VerifyHarness send(List<ReceivedEvent> events) throws Exception {
    for (ReceivedEvent event : events) {
      harness.processElement(event, inputTime);
      checkLedger();
    }
    return this;
  }

  /** Time passes, and the input was read to its end. */
  VerifyHarness pass(Duration time) throws Exception {
    passByClock(time);
    return readUpTo(harness.getProcessingTime());
  }

  /** Time passes, and nobody knows what was sent meanwhile. */
  VerifyHarness passByClock(Duration time) throws Exception {
    setTime(harness.getProcessingTime() + time.toMillis());
    checkLedger();
    return this;
  }

  /** All that was sent before a time has been read. */
  VerifyHarness readUpTo(long time) throws Exception {
    inputTime = time;
    harness.processWatermark(time);
    checkLedger();
    return this;
  }

  private void setTime(long time) throws Exception {
    harness.setStateTtlProcessingTime(time);
    harness.setProcessingTime(time);
  }

  /** Both inputs are at their end. */
  VerifyHarness endInput() throws Exception {
    harness.processWatermark(Long.MAX_VALUE);
    checkLedger();
    return this;
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, harness.getProcessingTime());
  }

  long time() {
    return harness.getProcessingTime();
  }

  List<Verified> verified() {
    return new ArrayList<>(harness.extractOutputValues());
  }

  /** The turns of what was verified, in order. */
  List<VerifiedTurn> turns() {
    return verified().stream().map(Verified::turn).filter(turn -> turn != null).toList();
  }

  /** The ended attempts of what was verified, in order. */
  List<EndedEpisode> episodes() {
    return verified().stream().map(Verified::episode).filter(ended -> ended != null).toList();
  }

  List<Failure> failures() {
    return side(DeadLetters.FAILURES);
  }

  <T> List<T> side(OutputTag<T> tag) {
    var records = harness.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
  }

  long worldsMadeAgain() {
    return function.worldsMadeAgain();
  }

  /** The counters of the function. */
  Ledger ledger() {
    Object counter =
        operator().getRuntimeContext().getAccumulator(Ledger.ACCUMULATOR + VerifyFunction.OPERATOR);
    return ((LedgerCounter) counter).counts();
  }

  private void checkLedger() {
    assertThat(ledger().balances()).as(ledger().line()).isTrue();
  }

  /** State name → how many keys hold something in it; only what is there. */
  Map<String, Long> state() {
    Map<String, Long> held = new TreeMap<>();
    for (String name : List.of("cursor", "log", "early", "awaited", "ended")) {
      try (Stream<String> keys = backend().getKeys(name, VoidNamespace.INSTANCE)) {
        long count = keys.distinct().count();
        if (count > 0) {
          held.put(name, count);
        }
      }
    }
    return held;
  }

  int eventTimeTimers() {
    return harness.numEventTimeTimers();
  }

  private KeyedStateBackend<String> backend() {
    return operator().getKeyedStateBackend();
  }

  private AbstractStreamOperator<Verified> operator() {
    return harness.getOperator();
  }

  /** The only failure there is, which is of that event. */
  Failure onlyFailure(ReceivedEvent original) {
    assertThat(failures()).hasSize(1);
    Failure failure = failures().get(0);
    TrajectoryEvent event = original.event();
    assertThat(failure.getBoundary()).isEqualTo(Boundary.VERIFY);
    assertThat(failure.getEpisodeId()).isEqualTo(event.getEpisodeId());
    assertThat(failure.getRunId()).isEqualTo(event.getRunId());
    assertThat(Failures.key(failure)).isEqualTo(TestingEpisode.TOPIC + "/0/" + event.getSequence());
    assertThat(failure.getOriginal())
        .isEqualTo(ByteBuffer.wrap(Codec.of(TrajectoryEvent.class).encode(event)));
    return failure;
  }

  /**
   * Of the one episode there was only the memory of its end is left and the timer for the last
   * ledger.
   */
  void assertNothingIsLeft() throws Exception {
    assertThat(ledger().inFlight()).isZero();
    assertThat(state()).isEqualTo(TOMBSTONE_ONLY);
    assertThat(eventTimeTimers()).isEqualTo(1);
    int verified = verified().size();
    pass(DEADLINE.plusSeconds(1));
    assertThat(eventTimeTimers()).isEqualTo(1);
    assertThat(verified()).hasSize(verified);
    assertThat(state()).isEqualTo(TOMBSTONE_ONLY);
  }

  @Override
  public void close() {
    try {
      harness.close();
    } catch (Exception e) {
      throw new IllegalStateException("the harness cannot be closed", e);
    }
  }
}
