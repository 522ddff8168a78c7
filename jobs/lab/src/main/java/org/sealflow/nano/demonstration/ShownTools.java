package org.sealflow.nano.demonstration;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.sealflow.bfcl.task.Task;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/** Draws the tools that a demonstration shows. */
final class ShownTools {
  private ShownTools() {}

  /** All tools, or in the share of short lists those needed and a few others, in their order. */
  static List<ToolDoc> of(
      Task task, List<ToolDoc> documents, DemonstrationOptions options, RandomGenerator random) {
    if (random.nextDouble() >= options.shortListShare()) {
      return documents;
    }
    Set<String> shown = needed(task);
    List<String> others = new ArrayList<>();
    documents.forEach(document -> others.add(document.name()));
    others.removeAll(shown);
    int count = random.nextInt(options.fewestOthers(), options.mostOthers() + 1);
    for (int i = 0; i < count && !others.isEmpty(); i++) {
      shown.add(others.remove(random.nextInt(others.size())));
    }
    return documents.stream().filter(document -> shown.contains(document.name())).toList();
  }

  private static Set<String> needed(Task task) {
    Set<String> needed = new LinkedHashSet<>(called(task));
    task.withheldTools().values().forEach(needed::addAll);
    return needed;
  }

  /** The tools the ground truth calls, in order, each once. */
  static Set<String> called(Task task) {
    Set<String> called = new LinkedHashSet<>();
    task.groundTruth().forEach(calls -> calls.forEach(call -> called.add(tool(call))));
    return called;
  }

  /**
   * The tool a call string calls.
   *
   * @throws IllegalArgumentException if it is no call of a plain name
   */
  static String tool(String call) {
    try {
      if (ExpressionParser.parse(call) instanceof Expression.Call parsed
          && parsed.function() instanceof Expression.Name name) {
        return name.id();
      }
    } catch (PyException malformed) {
      throw new IllegalArgumentException(
          "the ground truth's call " + call + " does not parse: " + malformed.text(), malformed);
    }
    throw new IllegalArgumentException(
        "the ground truth's call " + call + " calls no plain name; expected name(argument=value)");
  }
}
