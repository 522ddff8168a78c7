package org.sealflow.environment.conversation;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;

/**
 * A tool call as an answer has it.
 *
 * @param name any JSON value; a text that is not empty in a good call
 * @param arguments a JSON object in a good call; of a parser that is not strict any JSON value, a
 *     text being the JSON of the arguments
 */
record ToolCall(Object name, Object arguments) {
  /** The name as texts mention it. */
  String nameText() {
    return Py.str(name);
  }

  /** The arguments as an object, or null if they are none. */
  @Nullable PyDict argumentObject() {
    try {
      Object value = arguments instanceof String json ? PyJsonReader.read(json) : arguments;
      return value instanceof PyDict object ? object : null;
    } catch (PyException malformed) {
      return null;
    }
  }

  /** Whether the arguments are a text that is no JSON. */
  boolean hasMalformedArguments() {
    if (!(arguments instanceof String json)) {
      return false;
    }
    try {
      Object unused = PyJsonReader.read(json);
      return false;
    } catch (PyException malformed) {
      return true;
    }
  }

  /**
   * The call string. Arguments that are not an object give {@code name(value)}.
   *
   * @param writing the text of a tool and its arguments
   */
  String text(BiFunction<String, PyDict, String> writing) {
    PyDict object = argumentObject();
    return object == null
        ? nameText() + "(" + Py.repr(arguments) + ")"
        : writing.apply(nameText(), object);
  }
}
