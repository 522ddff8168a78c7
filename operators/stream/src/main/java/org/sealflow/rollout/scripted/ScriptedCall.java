package org.sealflow.rollout.scripted;

import org.sealflow.python.PyDict;
import org.sealflow.python.PyJson;
import org.sealflow.python.PyJsonReader;

/**
 * A call to be made.
 *
 * @param tool name of the tool
 * @param arguments its arguments by name, never changed
 */
record ScriptedCall(String tool, PyDict arguments) {
  private static final String OPEN = "<tool_call>\n";
  private static final String CLOSE = "\n</tool_call>";

  /**
   * A call of the ground truth.
   *
   * @param block the answer that makes it
   */
  static ScriptedCall of(String source, String block) {
    String json = block.substring(OPEN.length(), block.length() - CLOSE.length());
    if (PyJsonReader.read(json) instanceof PyDict call
        && call.get("name") instanceof String tool
        && call.get("arguments") instanceof PyDict arguments) {
      return new ScriptedCall(tool, arguments);
    }
    throw new IllegalStateException("the call " + source + " was written as " + block);
  }

  ScriptedCall ofTool(String other) {
    return new ScriptedCall(other, arguments);
  }

  ScriptedCall without(String argument) {
    PyDict fewer = arguments.copy();
    fewer.remove(argument);
    return new ScriptedCall(tool, fewer);
  }

  ScriptedCall with(String argument, Object value) {
    PyDict changed = arguments.copy();
    changed.put(argument, value);
    return new ScriptedCall(tool, changed);
  }

  /** The call as an answer has it. */
  String block() {
    return OPEN + json() + CLOSE;
  }

  /** The same without its last brace: a block by its tags, but no JSON. */
  String brokenBlock() {
    String json = json();
    return OPEN + json.substring(0, json.length() - 1) + CLOSE;
  }

  private String json() {
    return PyJson.dumps(PyDict.of("name", tool, "arguments", arguments));
  }
}
