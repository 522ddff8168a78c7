package org.sealflow.synthesize;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/** Compares the ground truths of tasks by their calls, however these are written. */
final class TaskCalls {
  private TaskCalls() {}

  /** The tool of a call; empty if the text is no call of a plain name. */
  static String tool(String call) {
    try {
      return ExpressionParser.parse(call) instanceof Expression.Call parsed
              && parsed.function() instanceof Expression.Name name
          ? name.id()
          : "";
    } catch (PyException malformed) {
      return "";
    }
  }

  /** The tools of each turn that calls any, in order. */
  static List<List<String>> tools(Task task) {
    return task.groundTruth().stream()
        .filter(turn -> !turn.isEmpty())
        .map(turn -> turn.stream().map(TaskCalls::tool).toList())
        .toList();
  }

  /**
   * All calls in one text, which is equal for tasks that call the same with the same values:
   * blanks, the order of named arguments, whether they are named, and the cut into turns do not
   * count.
   */
  static String identity(Task task, List<ToolDoc> documents) {
    List<String> calls = new ArrayList<>();
    for (List<String> turn : task.groundTruth()) {
      for (String call : turn) {
        calls.add(identity(call, documents));
      }
    }
    return String.join("\n", calls);
  }

  private static String identity(String call, List<ToolDoc> documents) {
    try {
      if (ExpressionParser.parse(call) instanceof Expression.Call parsed
          && parsed.function() instanceof Expression.Name name) {
        return name.id() + arguments(parsed, parameters(name.id(), documents));
      }
    } catch (PyException malformed) {
      return call;
    }
    return call;
  }

  private static List<String> parameters(String tool, List<ToolDoc> documents) {
    return documents.stream()
        .filter(document -> document.name().equals(tool))
        .findFirst()
        .map(document -> List.copyOf(document.parameters().keySet()))
        .orElse(List.of());
  }

  private static Map<String, String> arguments(Expression.Call call, List<String> parameters) {
    Map<String, String> arguments = new TreeMap<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      String name = i < parameters.size() ? parameters.get(i) : "argument " + i;
      arguments.put(name, call.arguments().get(i).toString());
    }
    for (Expression.Keyword keyword : call.keywords()) {
      arguments.put(String.valueOf(keyword.name()), keyword.value().toString());
    }
    return arguments;
  }
}
