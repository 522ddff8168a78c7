package org.sealflow.bfcl.files;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.TaskTurn;

/** Makes tasks of their wire records. */
public final class TaskRecordReader {
  private TaskRecordReader() {}

  /** The task of a record. */
  public static Task task(org.sealflow.schemas.Task record) {
    List<List<Task.Message>> turns = new ArrayList<>();
    List<List<String>> groundTruth = new ArrayList<>();
    Map<Integer, List<String>> withheld = new LinkedHashMap<>();
    for (TaskTurn turn : record.getTurns()) {
      List<Task.Message> messages = new ArrayList<>();
      for (Message message : turn.getMessages()) {
        messages.add(new Task.Message(message.getRole(), message.getContent()));
      }
      if (!turn.getRevealedTools().isEmpty()) {
        withheld.put(turns.size(), turn.getRevealedTools());
      }
      turns.add(messages);
      groundTruth.add(turn.getGroundTruth());
    }
    return new Task(
        record.getTaskId(),
        turns,
        record.getInvolvedClasses(),
        object(record.getInitialConfig(), record.getTaskId()),
        withheld,
        groundTruth);
  }

  /** The JSON object of a text; {@code what} names it in errors. */
  public static PyDict object(String json, String what) {
    try {
      if (PyJsonReader.read(json) instanceof PyDict object) {
        return object;
      }
      throw new IllegalArgumentException(what + ": expected a JSON object");
    } catch (PyException malformed) {
      throw new IllegalArgumentException(what + ": " + malformed.text(), malformed);
    }
  }
}
