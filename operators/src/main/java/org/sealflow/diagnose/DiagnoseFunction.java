package org.sealflow.diagnose;

import org.apache.flink.api.common.functions.MapFunction;
import org.sealflow.schemas.Diagnosis;
import org.sealflow.verify.Verified;

/** Diagnoses what was verified. Stateless: the facts of a turn are all it needs. */
public final class DiagnoseFunction implements MapFunction<Verified, Diagnosis> {
  private static final long serialVersionUID = 1L;

  @Override
  public Diagnosis map(Verified verified) {
    return Diagnoser.diagnose(verified);
  }
}
