package org.sealflow.generate;

import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyList;

/** Tasks as rows of the official files (tasks-and-checker.md section 1): one JSON object each. */
public final class TaskLines {
  private TaskLines() {}

  /** The row of the questions' file. */
  public static String question(Task task) {
    PyDict row = new PyDict();
    row.put("id", task.id());
    PyList turns = new PyList();
    task.turns().forEach(messages -> turns.add(messages(messages)));
    row.put("question", turns);
    row.put("initial_config", task.initialConfiguration());
    if (!task.withheldTools().isEmpty()) {
      PyDict withheld = new PyDict();
      for (Map.Entry<Integer, List<String>> entry : task.withheldTools().entrySet()) {
        withheld.put(entry.getKey().toString(), new PyList(entry.getValue()));
      }
      row.put("missed_function", withheld);
    }
    row.put("involved_classes", new PyList(task.involvedClasses()));
    return PyJson.dumps(row);
  }

  private static PyList messages(List<Task.Message> messages) {
    PyList written = new PyList();
    for (Task.Message message : messages) {
      written.add(PyDict.of("role", message.role(), "content", message.content()));
    }
    return written;
  }

  /** The row of the answers' file. */
  public static String answer(Task task) {
    PyList turns = new PyList();
    task.groundTruth().forEach(calls -> turns.add(new PyList(calls)));
    return PyJson.dumps(PyDict.of("id", task.id(), "ground_truth", turns));
  }
}
