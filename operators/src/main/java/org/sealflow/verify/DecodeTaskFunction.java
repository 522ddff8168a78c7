package org.sealflow.verify;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TaskRecord;

/** Decodes records of the topic {@code tasks}. */
public final class DecodeTaskFunction extends DecodeFunction<TaskRecord, TaskRecord> {
  private static final long serialVersionUID = 1L;

  public DecodeTaskFunction() {
    super(TaskRecord.class);
  }

  @Override
  TaskRecord decoded(TaskRecord value, RawRecord raw) {
    return value;
  }

  /** The ledger counts trajectory records alone. */
  @Override
  @Nullable String ledgerName() {
    return null;
  }
}
