package org.sealflow.tau.tool;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The function schema of a tool, as chat models take it, in this project's own words. */
public final class ToolSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  private ToolSchema() {}

  /** The schema of a tool. */
  public static ObjectNode of(Tool tool) {
    ObjectNode properties = JsonNodeFactory.instance.objectNode();
    ArrayNode required = JsonNodeFactory.instance.arrayNode();
    for (Parameter parameter : tool.parameters()) {
      ObjectNode property = properties.putObject(parameter.name());
      if (!parameter.required()) {
        property.set("default", JSON.valueToTree(parameter.absent()));
      } else {
        required.add(parameter.name());
      }
      property.put("description", parameter.description());
      property.put("title", title(parameter.name()));
      property.setAll((ObjectNode) JSON.valueToTree(parameter.schema()));
    }
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "function");
    ObjectNode function = schema.putObject("function");
    function.put("name", tool.name()).put("description", tool.description());
    ObjectNode parameters = function.putObject("parameters");
    parameters.set("properties", properties);
    if (!required.isEmpty()) {
      parameters.set("required", required);
    }
    parameters.put("title", "parameters").put("type", "object");
    return schema;
  }

  private static String title(String name) {
    return Arrays.stream(name.split("_"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining(" "));
  }
}
