package org.sealflow.rollout.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * Tool docs in the form function-calling servers take: the benchmark's type names become JSON
 * Schema's, and what a tool returns is left out.
 */
final class ToolSchemas {
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

  private ToolSchemas() {}

  /**
   * The docs as a list of functions.
   *
   * @throws IllegalArgumentException if one is no JSON object with a name
   */
  static ArrayNode functions(List<String> docs, ObjectMapper json) {
    ArrayNode tools = json.createArrayNode();
    docs.forEach(doc -> tools.add(function(doc, json)));
    return tools;
  }

  private static ObjectNode function(String doc, ObjectMapper json) {
    JsonNode read = read(doc, json);
    ObjectNode function = json.createObjectNode();
    function.put("name", read.path("name").asText());
    function.put("description", read.path("description").asText());
    function.set("parameters", schema(read.path("parameters"), json));
    ObjectNode tool = json.createObjectNode();
    tool.put("type", "function");
    tool.set("function", function);
    return tool;
  }

  private static JsonNode read(String doc, ObjectMapper json) {
    try {
      JsonNode read = json.readTree(doc);
      if (read.path("name").isTextual()) {
        return read;
      }
    } catch (JsonProcessingException malformed) {
      throw new IllegalArgumentException("a tool doc is no JSON: " + doc, malformed);
    }
    throw new IllegalArgumentException("a tool doc has no name: " + doc);
  }

  private static JsonNode schema(JsonNode node, ObjectMapper json) {
    if (node.isArray()) {
      ArrayNode items = json.createArrayNode();
      node.forEach(item -> items.add(schema(item, json)));
      return items;
    }
    if (!node.isObject()) {
      return node.isMissingNode() ? json.createObjectNode() : node;
    }
    ObjectNode changed = json.createObjectNode();
    node.properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              boolean type = field.getKey().equals("type") && value.isTextual();
              changed.set(
                  field.getKey(),
                  type
                      ? json.getNodeFactory()
                          .textNode(TYPES.getOrDefault(value.asText(), value.asText()))
                      : schema(value, json));
            });
    return changed;
  }
}
