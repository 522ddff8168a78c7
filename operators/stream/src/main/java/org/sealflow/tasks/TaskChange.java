package org.sealflow.tasks;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.TaskRecord;
import org.sealflow.schemas.TaskRecords;

/**
 * A change of what is known of tasks: a record that is new or replaces one, or a record removed.
 *
 * @param key the record's key in the topic {@code tasks}
 * @param record null if the record is removed
 */
public record TaskChange(String key, @Nullable TaskRecord record) {
  /** A record that is new, or replaces one with the same key. */
  public static TaskChange of(TaskRecord record) {
    return new TaskChange(TaskRecords.key(record), record);
  }

  /** The removal of a record; nothing changes if there is none with this key. */
  public static TaskChange removal(String key) {
    return new TaskChange(key, null);
  }
}
