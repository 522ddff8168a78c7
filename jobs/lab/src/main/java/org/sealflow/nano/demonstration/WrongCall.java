package org.sealflow.nano.demonstration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;

/**
 * A call made wrongly: a required argument left out, or an argument by a name the tool does not
 * know. Both fail before the tool does anything, so the state stays as it was.
 */
final class WrongCall {
  private static final String ARGUMENTS = "arguments";
  private static final String OPEN = "<tool_call>\n";
  private static final String CLOSE = "\n</tool_call>";

  private static final List<String> OTHER_NAMES =
      List.of("name", "value", "text", "id", "target", "number");

  private WrongCall() {}

  /**
   * An answer like a right one, but with one mistake; empty if the call has no argument that could
   * be wrong.
   *
   * @param answer a single call as {@link org.sealflow.bfcl.conversation.CallAnswers} writes it
   * @param tool the tool it calls
   */
  static Optional<String> of(String answer, ToolDoc tool, RandomGenerator random) {
    String json = answer.substring(OPEN.length(), answer.length() - CLOSE.length());
    if (!(PyJsonReader.read(json) instanceof PyDict call)
        || !(call.get(ARGUMENTS) instanceof PyDict arguments)) {
      return Optional.empty();
    }
    List<String> given = new ArrayList<>(tool.requiredParameters());
    given.removeIf(parameter -> !arguments.containsKey(parameter));
    if (given.isEmpty()) {
      return Optional.empty();
    }
    String parameter = given.get(random.nextInt(given.size()));
    PyDict wrong =
        random.nextBoolean()
            ? without(arguments, parameter)
            : renamed(arguments, parameter, otherName(tool, random));
    call.put(ARGUMENTS, wrong);
    return Optional.of(OPEN + PyJson.dumps(call) + CLOSE);
  }

  private static PyDict without(PyDict arguments, String parameter) {
    PyDict rest = arguments.copy();
    rest.deleteItem(parameter);
    return rest;
  }

  private static PyDict renamed(PyDict arguments, String parameter, String other) {
    PyDict renamed = new PyDict();
    for (PyDict.Entry argument : arguments.entries()) {
      renamed.put(argument.key().equals(parameter) ? other : argument.key(), argument.value());
    }
    return renamed;
  }

  private static String otherName(ToolDoc tool, RandomGenerator random) {
    List<String> others = new ArrayList<>(OTHER_NAMES);
    others.removeAll(tool.parameters().keySet());
    return others.get(random.nextInt(others.size()));
  }
}
