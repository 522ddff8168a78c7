package org.sealflow.ingest;

import org.apache.avro.specific.SpecificRecordBase;

/** Decodes records of a topic that the ledger does not count: it counts trajectories alone. */
public final class DecodeRecordFunction<T extends SpecificRecordBase> extends DecodeFunction<T, T> {
  private static final long serialVersionUID = 1L;

  /** Of the topic that carries these records. */
  public DecodeRecordFunction(Class<T> recordClass) {
    super(recordClass);
  }

  @Override
  T decoded(T value, RawRecord raw) {
    return value;
  }
}
