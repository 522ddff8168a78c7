package org.sealflow.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.schemas.Failure;

/** Runs a {@link DecodeFunction} as Flink does, on records of one partition. */
final class DecodeHarness<O> implements AutoCloseable {
  static final long NOW = 1_700_000_000_000L;
  static final String TOPIC = "events";
  static final int PARTITION = 3;
  static final byte[] KEY = "episode".getBytes(UTF_8);

  private final OneInputStreamOperatorTestHarness<RawRecord, O> harness;

  private DecodeHarness(DecodeFunction<?, O> function) throws Exception {
    harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(function), 1, 1, 0);
    harness.setProcessingTime(NOW);
  }

  static <O> DecodeHarness<O> open(DecodeFunction<?, O> function) throws Exception {
    DecodeHarness<O> opened = new DecodeHarness<>(function);
    opened.harness.open();
    return opened;
  }

  static <O> DecodeHarness<O> restored(DecodeFunction<?, O> function, OperatorSubtaskState state)
      throws Exception {
    DecodeHarness<O> restored = new DecodeHarness<>(function);
    restored.harness.initializeState(state);
    restored.harness.open();
    return restored;
  }

  void send(long offset, byte[] value, int requeues) throws Exception {
    send(offset, KEY, value, requeues);
  }

  void send(long offset, byte @Nullable [] key, byte[] value, int requeues) throws Exception {
    harness.processElement(new RawRecord(TOPIC, PARTITION, offset, key, value, requeues), 0);
  }

  OperatorSubtaskState snapshot() throws Exception {
    return harness.snapshot(1, NOW);
  }

  List<O> decoded() {
    return harness.extractOutputValues();
  }

  List<Failure> failures() {
    return side(DeadLetters.FAILURES);
  }

  /** The only failure there is. */
  Failure failure() {
    assertThat(failures()).hasSize(1);
    return failures().get(0);
  }

  List<LedgerPart> ledgers() {
    return side(LedgerPart.OUTPUT);
  }

  private <T> List<T> side(OutputTag<T> tag) {
    var records = harness.getSideOutput(tag);
    return records == null ? List.of() : records.stream().map(StreamRecord::getValue).toList();
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
