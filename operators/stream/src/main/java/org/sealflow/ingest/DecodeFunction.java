package org.sealflow.ingest;

import java.time.Instant;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;
import org.sealflow.ledger.LedgerPart;
import org.sealflow.ledger.LedgerState;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Codec;
import org.sealflow.schemas.Complaint;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Failures;
import org.sealflow.schemas.RecordPosition;
import org.sealflow.schemas.Records;
import org.sealflow.schemas.UndecodableRecordException;

/**
 * Decodes records of one topic and checks them; what cannot be decoded or is invalid becomes a
 * failure. Subclasses say what of, and what goes on.
 */
abstract class DecodeFunction<T extends SpecificRecordBase, O> extends ProcessFunction<RawRecord, O>
    implements CheckpointedFunction {
  private static final long serialVersionUID = 1L;

  private final Class<T> recordClass;
  private transient Codec<T> codec;
  private transient DeadLetterLog deadLetters;
  private transient LedgerState ledger;

  // Flink fills the transient fields in initializeState and open.
  @SuppressWarnings("NullAway.Init")
  DecodeFunction(Class<T> recordClass) {
    this.recordClass = recordClass;
  }

  /** The element made of a valid record. */
  abstract O decoded(T value, RawRecord raw);

  /** The element made of a record without a value, or null if that is a failure. */
  @Nullable O removal(byte[] key) {
    return null;
  }

  /** The name of the operator's part of the ledger, or null if its records are not counted. */
  @Nullable String ledgerName() {
    return null;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    ledger = LedgerState.of(context, getClass().getSimpleName());
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    ledger.snapshot();
  }

  @Override
  @SuppressWarnings("NullAway.Init")
  public void open(OpenContext openContext) {
    codec = Codec.of(recordClass);
    deadLetters = new DeadLetterLog();
    String name = ledgerName();
    if (name != null) {
      ledger.accumulate(getRuntimeContext(), name);
    }
    getRuntimeContext()
        .getMetricGroup()
        .addGroup("ledger")
        .gauge("recordsFailed", () -> ledger.counter().counts().recordsFailed());
  }

  @Override
  public void processElement(RawRecord raw, Context context, Collector<O> out) {
    byte[] key = raw.key();
    O removal = raw.value().length == 0 && key != null ? removal(key) : null;
    if (removal != null) {
      out.collect(removal);
      return;
    }
    T value;
    try {
      value = codec.decode(raw.value());
    } catch (UndecodableRecordException undecodable) {
      fail(raw, undecodable.complaint(), context);
      return;
    }
    Optional<String> problem = Records.check(value);
    if (problem.isPresent()) {
      String remedy = "mend the record and publish it again";
      fail(raw, new Complaint(Boundary.PARSE, problem.get(), remedy), context);
      return;
    }
    out.collect(decoded(value, raw));
  }

  private void fail(RawRecord raw, Complaint complaint, Context context) {
    Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
    Failure failure =
        Failures.ofRecord(
            complaint,
            now,
            new RecordPosition(raw.topic(), raw.partition(), raw.offset()),
            raw.key(),
            raw.value(),
            raw.requeues());
    deadLetters.note(failure, now);
    context.output(DeadLetters.FAILURES, failure);
    String name = ledgerName();
    if (name != null) {
      ledger.counter().recordFailed();
      context.output(LedgerPart.OUTPUT, ledger.part(getRuntimeContext(), name));
    }
  }
}
