package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sealflow.bfcl.simulator.SimulatorClass;
import org.sealflow.bfcl.simulator.Simulators;
import org.sealflow.python.Py;
import org.sealflow.python.PyException;
import org.sealflow.python.syntax.Expression;
import org.sealflow.python.syntax.ExpressionParser;

/**
 * Calls and values seen so far: what faults are made of. Holds a bounded number. Not thread-safe.
 */
final class CallPool {
  private static final int MOST_CALLS = 500;
  private static final int MOST_VALUES = 50;

  private final Map<String, List<String>> callsOfClass = new LinkedHashMap<>();
  private final Map<String, Set<Object>> valuesOfArgument = new LinkedHashMap<>();

  /** Takes the calls of an episode. */
  void add(PassingEpisode episode) {
    for (List<String> calls : episode.turns()) {
      for (String call : calls) {
        SimulatorClass<?> type = Simulators.withMethod(tool(call));
        if (type != null) {
          List<String> known = callsOfClass.computeIfAbsent(type.name(), name -> new ArrayList<>());
          if (known.size() < MOST_CALLS) {
            known.add(call);
          }
          addValues(call);
        }
      }
    }
  }

  private void addValues(String call) {
    for (Expression.Keyword keyword : keywords(call)) {
      if (keyword.value() instanceof Expression.Constant constant) {
        Set<Object> known =
            valuesOfArgument.computeIfAbsent(
                tool(call) + "." + keyword.name(), name -> new LinkedHashSet<>());
        if (known.size() < MOST_VALUES) {
          known.add(constant.value());
        }
      }
    }
  }

  /** The name a call begins with. */
  static String tool(String call) {
    int bracket = call.indexOf('(');
    return bracket < 0 ? call : call.substring(0, bracket).strip();
  }

  /** The keyword arguments of a call; empty if the text is not a call. */
  static List<Expression.Keyword> keywords(String call) {
    try {
      return ExpressionParser.parse(call) instanceof Expression.Call parsed
          ? parsed.keywords()
          : List.of();
    } catch (PyException malformed) {
      return List.of();
    }
  }

  /** A call of another tool of the same class; null if none was seen. */
  @Nullable String callOfOtherTool(String call, RandomGenerator random) {
    SimulatorClass<?> type = Simulators.withMethod(tool(call));
    List<String> known =
        type == null ? List.of() : callsOfClass.getOrDefault(type.name(), List.of());
    List<String> others = known.stream().filter(other -> !tool(other).equals(tool(call))).toList();
    return others.isEmpty() ? null : others.get(random.nextInt(others.size()));
  }

  /** A call with another value of one of its arguments; null if it has none to change. */
  @Nullable String callWithOtherValue(String call, RandomGenerator random) {
    List<String> changed = new ArrayList<>();
    for (Expression.Keyword keyword : keywords(call)) {
      String name = keyword.name();
      if (name != null && keyword.value() instanceof Expression.Constant constant) {
        String written = name + "=" + Py.repr(constant.value());
        if (call.contains(written)) {
          Object other = otherValue(tool(call) + "." + name, constant.value(), random);
          changed.add(call.replace(written, name + "=" + Py.repr(other)));
        }
      }
    }
    changed.removeIf(call::equals);
    return changed.isEmpty() ? null : changed.get(random.nextInt(changed.size()));
  }

  private Object otherValue(String argument, Object value, RandomGenerator random) {
    List<Object> others =
        valuesOfArgument.getOrDefault(argument, Set.of()).stream()
            .filter(other -> other.getClass() == value.getClass() && !other.equals(value))
            .toList();
    if (!others.isEmpty() && random.nextBoolean()) {
      return others.get(random.nextInt(others.size()));
    }
    if (value instanceof Boolean truth) {
      return !truth;
    }
    if (value instanceof Long number) {
      return number + 1 + random.nextInt(3);
    }
    if (value instanceof Double number) {
      return number + 1.5;
    }
    return value instanceof String text ? text + "2" : value;
  }
}
