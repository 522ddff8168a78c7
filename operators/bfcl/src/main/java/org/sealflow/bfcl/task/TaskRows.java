package org.sealflow.bfcl.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/** Reads tasks from the rows of the official files (tasks-and-checker.md section 1). */
public final class TaskRows {
  private TaskRows() {}

  /**
   * The task of a question row and its answer row.
   *
   * @throws IllegalArgumentException naming the task and the field that is missing or of another
   *     type than expected
   */
  public static Task task(PyDict question, PyDict answer) {
    String id = text(question, "id", "?");
    List<List<String>> groundTruth = new ArrayList<>();
    for (Object turn : list(answer, "ground_truth", id)) {
      groundTruth.add(texts(turn, "ground_truth", id));
    }
    Object configuration = question.getOrDefault("initial_config", new PyDict());
    if (!(configuration instanceof PyDict scenario)) {
      throw wrong(id, "initial_config", "an object", configuration);
    }
    return new Task(
        id,
        turns(question, id),
        texts(list(question, "involved_classes", id), "involved_classes", id),
        scenario,
        withheld(question, id),
        groundTruth);
  }

  private static List<List<Task.Message>> turns(PyDict question, String id) {
    List<List<Task.Message>> turns = new ArrayList<>();
    for (Object turn : list(question, "question", id)) {
      if (!(turn instanceof PyList messages)) {
        throw wrong(id, "question", "a list of turns, each a list of messages", turn);
      }
      List<Task.Message> read = new ArrayList<>();
      for (Object message : messages) {
        if (!(message instanceof PyDict fields)) {
          throw wrong(id, "question", "messages with role and content", message);
        }
        read.add(new Task.Message(text(fields, "role", id), text(fields, "content", id)));
      }
      turns.add(read);
    }
    return turns;
  }

  private static Map<Integer, List<String>> withheld(PyDict question, String id) {
    Map<Integer, List<String>> withheld = new LinkedHashMap<>();
    Object value = question.get("missed_function");
    if (value == null || Py.isNone(value)) {
      return withheld;
    }
    if (!(value instanceof PyDict byTurn)) {
      throw wrong(id, "missed_function", "an object from turn index to tool names", value);
    }
    for (PyDict.Entry entry : byTurn.entries()) {
      String turn = Py.str(entry.key());
      if (!turn.matches("\\d{1,6}")) {
        throw wrong(id, "missed_function", "turn indices as keys", entry.key());
      }
      withheld.put(Integer.parseInt(turn), texts(entry.value(), "missed_function", id));
    }
    return withheld;
  }

  private static PyList list(PyDict row, String field, String id) {
    Object value = row.get(field);
    if (value instanceof PyList list) {
      return list;
    }
    throw wrong(id, field, "a list", value);
  }

  private static String text(PyDict row, String field, String id) {
    Object value = row.get(field);
    if (value instanceof String text) {
      return text;
    }
    throw wrong(id, field, "a text", value);
  }

  private static List<String> texts(Object value, String field, String id) {
    if (!(value instanceof PyList list)) {
      throw wrong(id, field, "a list of texts", value);
    }
    List<String> texts = new ArrayList<>(list.size());
    for (Object item : list) {
      if (!(item instanceof String text)) {
        throw wrong(id, field, "a list of texts", item);
      }
      texts.add(text);
    }
    return texts;
  }

  private static IllegalArgumentException wrong(
      String id, String field, String expected, @Nullable Object found) {
    return new IllegalArgumentException(
        "task "
            + id
            + ": field "
            + field
            + (found == null ? " is missing" : " is of type " + Py.typeName(found))
            + ", expected "
            + expected);
  }
}
