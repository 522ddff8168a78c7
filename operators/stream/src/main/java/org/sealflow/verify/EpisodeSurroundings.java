package org.sealflow.verify;

import org.sealflow.schemas.Failure;
import org.sealflow.tasks.TaskCatalog;

/** The surroundings of an episode: its time, the tasks, and the takers of its facts. */
interface EpisodeSurroundings {
  /** The clock, milliseconds since the epoch. */
  long now();

  /** The time of the input, of which {@link EpisodeCursor} tells; milliseconds since the epoch. */
  long inputTime();

  /** The records of tasks that are known. */
  TaskCatalog.Records tasks() throws Exception;

  /** An attempt begins: it is to be looked at when the input ends. */
  void began();

  /** It is to be looked at when the input has come to a time. */
  void wakeAt(long time);

  /** It waits for a record of the topic {@code tasks} of that key. */
  void awaits(String recordKey);

  /** It need not be looked at then. */
  void wakeNoMoreAt(long time);

  /** An attempt is over: it need not be looked at when the input ends. */
  void ended();

  void emit(Verified facts);

  void emit(ReferenceLine row);

  void emit(Failure failure);
}
