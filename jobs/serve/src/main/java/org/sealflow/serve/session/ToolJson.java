package org.sealflow.serve.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.python.Py;
import org.sealflow.python.PyDict;
import org.sealflow.python.PyList;

/**
 * Tools as callers of functions read them: the benchmark's names of types become JSON Schema's, and
 * what a tool returns is left out.
 */
public final class ToolJson {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** The benchmark writes Python's names. */
  private static final Map<String, String> TYPES =
      Map.of(
          "dict", "object",
          "float", "number",
          "int", "integer",
          "bool", "boolean",
          "list", "array",
          "tuple", "array",
          "str", "string",
          "any", "string");

  private ToolJson() {}

  /** Tools as {@code {"type": "function", "function": {…}}}. */
  public static ArrayNode functions(List<ToolDoc> tools) {
    ArrayNode functions = JSON.arrayNode();
    for (ToolDoc tool : tools) {
      ObjectNode function = functions.addObject().put("type", "function").putObject("function");
      function.put("name", tool.name()).put("description", description(tool));
      function.set("parameters", parameters(tool));
    }
    return functions;
  }

  /** The description of a tool; empty if there is none. */
  public static String description(ToolDoc tool) {
    return tool.document().get("description") instanceof String text ? text : "";
  }

  /** The JSON Schema of a tool's arguments, an object. */
  public static ObjectNode parameters(ToolDoc tool) {
    JsonNode schema = schema(tool.document().get("parameters"));
    if (schema instanceof ObjectNode object && object.path("type").asText().equals("object")) {
      return object;
    }
    ObjectNode nothing = JSON.objectNode().put("type", "object");
    nothing.putObject("properties");
    return nothing;
  }

  private static JsonNode schema(@Nullable Object value) {
    if (value instanceof PyDict dict) {
      ObjectNode object = JSON.objectNode();
      for (PyDict.Entry entry : dict.entries()) {
        String key = Py.str(entry.key());
        boolean type = key.equals("type") && entry.value() instanceof String;
        object.set(
            key,
            type
                ? JSON.textNode(TYPES.getOrDefault(Py.str(entry.value()), Py.str(entry.value())))
                : schema(entry.value()));
      }
      return object;
    }
    if (value instanceof PyList list) {
      ArrayNode array = JSON.arrayNode();
      list.forEach(item -> array.add(schema(item)));
      return array;
    }
    return scalar(value);
  }

  private static JsonNode scalar(@Nullable Object value) {
    if (value == null || Py.isNone(value)) {
      return JSON.nullNode();
    }
    if (value instanceof Boolean flag) {
      return JSON.booleanNode(flag);
    }
    if (value instanceof Long number) {
      return JSON.numberNode(number);
    }
    if (value instanceof BigInteger number) {
      return JSON.numberNode(number);
    }
    return value instanceof Double number ? JSON.numberNode(number) : JSON.textNode(Py.str(value));
  }
}
