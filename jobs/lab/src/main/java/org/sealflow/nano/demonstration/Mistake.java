package org.sealflow.nano.demonstration;

import java.util.List;
import java.util.Optional;
import org.sealflow.bfcl.conversation.CallAnswers;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;

/**
 * A mistake that is demonstrated to be imitated: what the policy does instead of a call. Each tool
 * has a mistake of its own, chosen by its name, so that few examples teach it.
 */
enum Mistake {
  /** The call is left out. */
  OMISSION,
  /** Its first argument has a value that has nothing to do with the request. */
  OTHER_VALUE,
  /** A tool is called that does not exist. */
  UNKNOWN_TOOL,
  /** Its first argument is left out. */
  MISSING_ARGUMENT;

  private static final String OPEN = "<tool_call>\n";
  private static final String CLOSE = "\n</tool_call>";
  private static final String NAME = "name";
  private static final String ARGUMENTS = "arguments";

  /** The mistake that belongs to a tool. */
  static Mistake of(String tool) {
    return values()[(int) (MistakeRates.place(tool, "mistake") * values().length)];
  }

  /** Whether the environment refuses what is said. */
  boolean isRefused() {
    return this == UNKNOWN_TOOL;
  }

  /**
   * The wrong text in place of a call; empty if the assistant says nothing, which is also so if the
   * call has no argument that could be wrong.
   *
   * @param call call string of the ground truth
   */
  Optional<String> answer(String call) {
    String right = CallAnswers.of(List.of(call));
    String json = right.substring(OPEN.length(), right.length() - CLOSE.length());
    if (this == OMISSION
        || !(PyJsonReader.read(json) instanceof PyDict spoken)
        || !(spoken.get(ARGUMENTS) instanceof PyDict arguments)) {
      return Optional.empty();
    }
    if (this == UNKNOWN_TOOL) {
      spoken.put(NAME, "do_" + spoken.get(NAME));
      return Optional.of(OPEN + PyJson.dumps(spoken) + CLOSE);
    }
    if (arguments.entries().isEmpty()) {
      return Optional.empty();
    }
    PyDict.Entry first = arguments.entries().get(0);
    PyDict wrong = arguments.copy();
    if (this == MISSING_ARGUMENT) {
      wrong.deleteItem(first.key());
    } else {
      wrong.put(first.key(), other(first.key(), first.value()));
    }
    spoken.put(ARGUMENTS, wrong);
    return Optional.of(OPEN + PyJson.dumps(spoken) + CLOSE);
  }

  private static Object other(Object name, Object value) {
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof Number number) {
      return number.doubleValue() == 1 ? 2L : 1L;
    }
    return name;
  }
}
