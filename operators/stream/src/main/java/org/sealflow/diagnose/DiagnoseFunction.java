package org.sealflow.diagnose;

import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.schemas.Mode;
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

  @Override
  public void processElement(Verified verified, Context context, Collector<Diagnosis> out) {
    Diagnosis diagnosis = Diagnoser.diagnose(verified);
    out.collect(diagnosis);
    if (verified.header().getMode() == Mode.TRAIN) {
      context.output(TRAINING, diagnosis);
    }
  }
}
