package org.sealflow.model.text;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call an assistant makes of a tool.
 *
 * @param id by which the tool's answer refers to it, or null
 * @param name of the tool, not empty
 * @param arguments by their names: texts, numbers, booleans, null, lists and maps of such
 */
public record MessageCall(
    @Nullable String id, String name, Map<String, @Nullable Object> arguments) {
  public MessageCall {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a tool call needs the name of its tool");
    }
    arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
  }

  /** As chat templates expect it. */
  Map<String, Object> variables() {
    Map<String, Object> variables = new LinkedHashMap<>();
    if (id != null) {
      variables.put("id", id);
    }
    variables.put("type", "function");
    // In this order: templates write the object out as it is.
    Map<String, Object> function = new LinkedHashMap<>();
    function.put("name", name);
    function.put("arguments", arguments);
    variables.put("function", function);
    return variables;
  }
}
