package org.sealflow.ingest;

import java.nio.charset.StandardCharsets;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.tasks.TaskChange;

/** Decodes records of the topic {@code tasks}, where a record without a value removes its key. */
public final class DecodeTaskFunction extends DecodeFunction<TaskRecord, TaskChange> {
  private static final long serialVersionUID = 1L;

  public DecodeTaskFunction() {
    super(TaskRecord.class);
  }

  @Override
  TaskChange decoded(TaskRecord value, RawRecord raw) {
    return TaskChange.of(value);
  }

  @Override
  TaskChange removal(byte[] key) {
    return TaskChange.removal(new String(key, StandardCharsets.UTF_8));
  }
}
