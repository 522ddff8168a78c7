package org.sealflow.environment;

import java.util.Collection;
import java.util.List;
import org.sealflow.schemas.TaskRecord;

/** Tasks read from a directory. */
public interface TaskFolder {
  /** All tasks, file by file in their order. */
  Collection<? extends TaskOutline> tasks();

  /** Whether there is a task of that id. */
  boolean contains(String taskId);

  /** The digest of a task the directory contains, 64 lower-case hex digits. */
  String digest(String taskId);

  /** A task made ready; made once. */
  ReadyTask ready(String taskId);

  /** Everything as records of the topic {@code tasks}, what tasks refer to first. */
  List<TaskRecord> records();
}
