package org.sealflow.nano.warm;

import java.util.List;
import java.util.Map;
import org.sealflow.bfcl.task.Task;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * The first turn of a task twice: once with the tool it needs first, once with that tool withheld
 * until a second turn. Nothing else differs, so what is learnt from the two is to look whether the
 * tool is there. Both keep the task's id, which says what the services are filled with.
 *
 * @param served the turn with all tools
 * @param withheld the same turn without, to be left alone, and the turn that reveals the tool
 */
record Contrast(Task served, Task withheld) {
  /** Whether there is a contrast: a first turn that calls a tool, none of them withheld. */
  static boolean isIn(Task task) {
    return task.withheldTools().isEmpty() && !task.groundTruth().get(0).isEmpty();
  }

  /** The contrast in a task in which there is one. */
  static Contrast of(Task task) {
    List<Task.Message> request = task.turns().get(0);
    List<String> calls = task.groundTruth().get(0);
    Task served =
        new Task(
            task.id(),
            List.of(request),
            task.involvedClasses(),
            task.initialConfiguration(),
            Map.of(),
            List.of(calls));
    Task withheld =
        new Task(
            task.id(),
            List.of(request, List.of()),
            task.involvedClasses(),
            task.initialConfiguration(),
            Map.of(1, List.of(tool(calls.get(0)))),
            List.of(List.of(), calls));
    return new Contrast(served, withheld);
  }

  private static String tool(String call) {
    try {
      if (ExpressionParser.parse(call) instanceof Expression.Call parsed
          && parsed.function() instanceof Expression.Name name) {
        return name.id();
      }
    } catch (PyException malformed) {
      throw new IllegalArgumentException(call + " does not parse: " + malformed.text(), malformed);
    }
    throw new IllegalArgumentException(call + " calls no plain name");
  }
}
