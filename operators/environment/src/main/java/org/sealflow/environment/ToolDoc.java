package org.sealflow.environment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyException;
import org.sealflow.python.PyJsonReader;
import org.sealflow.python.PyList;

/**
 * The documentation of one tool, as the policy is shown it.
 *
 * @param name the tool's name
 * @param document the whole documentation object; shared, never to be changed
 */
public record ToolDoc(String name, PyDict document) {
  /**
   * Reads a documentation object.
   *
   * @throws IllegalArgumentException if it has no name
   */
  public static ToolDoc of(PyDict document) {
    if (document.get("name") instanceof String name) {
      return new ToolDoc(name, document);
    }
    throw new IllegalArgumentException(
        "a tool documentation has no name, expected an object with name, description, parameters");
  }

  /**
   * Reads the JSON text of a documentation object.
   *
   * @param where what the text is part of, for errors
   * @throws IllegalArgumentException if it is none
   */
  public static ToolDoc parse(String json, String where) {
    try {
      if (PyJsonReader.read(json) instanceof PyDict document) {
        return of(document);
      }
    } catch (PyException malformed) {
      throw new IllegalArgumentException(where + ": " + malformed.text(), malformed);
    }
    throw new IllegalArgumentException(where + ": expected a JSON object");
  }

  /** Parameter name → its documentation object, in documented order. */
  public Map<String, PyDict> parameters() {
    Map<String, PyDict> parameters = new LinkedHashMap<>();
    if (document.get("parameters") instanceof PyDict schema
        && schema.get("properties") instanceof PyDict properties) {
      for (PyDict.Entry entry : properties.entries()) {
        if (entry.key() instanceof String name && entry.value() instanceof PyDict parameter) {
          parameters.put(name, parameter);
        }
      }
    }
    return parameters;
  }

  /** Names of the parameters every call has to give. */
  public List<String> requiredParameters() {
    List<String> required = new ArrayList<>();
    if (document.get("parameters") instanceof PyDict schema
        && schema.get("required") instanceof PyList names) {
      for (Object name : names) {
        if (name instanceof String text) {
          required.add(text);
        }
      }
    }
    return required;
  }
}
