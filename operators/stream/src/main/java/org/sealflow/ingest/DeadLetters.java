package org.sealflow.ingest;

import org.apache.flink.formats.avro.typeutils.AvroTypeInfo;
import org.apache.flink.util.OutputTag;
import org.sealflow.schemas.Failure;

/** The side output of every operator for what it could not use. */
public final class DeadLetters {
  /** Bound for the topic {@code failures}. */
  public static final OutputTag<Failure> FAILURES =
      new OutputTag<>("failures", new AvroTypeInfo<>(Failure.class));

  private DeadLetters() {}
}
