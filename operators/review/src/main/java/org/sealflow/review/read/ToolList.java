package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;

/** Reads lists of tools: nested or flat, as an array or as text that holds one. */
public final class ToolList {
  private ToolList() {}

  /** The tools of a list; null if there is no list. */
  public static @Nullable List<OfferedTool> of(@Nullable JsonNode list) {
    JsonNode tools = Json.arrayOf(list);
    if (tools == null) {
      return null;
    }
    List<OfferedTool> offered = new ArrayList<>();
    for (JsonNode tool : tools) {
      JsonNode body = body(tool);
      if (body.path("name").isTextual()) {
        JsonNode parameters = body.path("parameters");
        offered.add(
            new OfferedTool(
                body.get("name").textValue(), parameters.isObject() ? parameters : null, tool));
      }
    }
    return offered;
  }

  /** The object inside the wrapper of a tool or a call, or the object itself without a wrapper. */
  static JsonNode body(JsonNode tool) {
    for (String kind : List.of("function", "custom")) {
      if (tool.path(kind).isObject()) {
        return tool.get(kind);
      }
    }
    return tool;
  }
}
