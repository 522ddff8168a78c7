package org.sealflow.diagnose;

import java.time.Instant;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Failure;
import org.sealflow.schemas.Mode;
import org.sealflow.verify.RejectedInputs;
import org.sealflow.verify.Verified;

/** Diagnoses what was verified. Stateless: the facts of a turn are all it needs. */
public final class DiagnoseFunction extends ProcessFunction<Verified, Diagnosis> {
  private static final long serialVersionUID = 1L;

  /**
   * Every diagnosis of a training episode once more: a turn's own record does not tell what its
   * episode is for.
   */
  public static final OutputTag<Diagnosis> TRAINING =
      new OutputTag<>("training", new AvroTypeInfo<>(Diagnosis.class));

  /** What could not be diagnosed. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private transient RejectedInputs rejected;

  // Flink calls open before anything else.
  @SuppressWarnings("NullAway.Init")
  public DiagnoseFunction() {}

  @Override
  public void open(OpenContext openContext) {
    rejected = new RejectedInputs(Boundary.DIAGNOSE);
  }

  @Override
  public void processElement(Verified verified, Context context, Collector<Diagnosis> out) {
    Diagnosis diagnosis;
    try {
      diagnosis = Diagnoser.diagnose(verified);
    } catch (RuntimeException | StackOverflowError undiagnosable) {
      Instant now = Instant.ofEpochMilli(context.timerService().currentProcessingTime());
      context.output(
          FAILURES,
          rejected.failure(
              verified.runId(),
              verified.episodeId(),
              verified.header().getSource(),
              verified,
              now,
              undiagnosable));
      return;
    }
    out.collect(diagnosis);
    if (verified.header().getMode() == Mode.TRAIN) {
      context.output(TRAINING, diagnosis);
    }
  }
}
