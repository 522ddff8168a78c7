package org.sealflow.serve.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The result of a tool's call.
 *
 * @param json as the protocol has it
 */
record ToolResult(ObjectNode json) {
  private static final String REWARD = "org.sealflow/reward";

  /** A text. */
  static ToolResult of(String text, boolean error) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.putArray("content").addObject().put("type", "text").put("text", text);
    return new ToolResult(json.put("isError", error));
  }

  /** An object, which clients that read texts alone find as a text too. */
  static ToolResult of(ObjectNode object) {
    ToolResult result = of(object.toString(), false);
    result.json().set("structuredContent", object);
    return result;
  }

  /** The reason why a tool did not work, for the model to read. */
  static ToolResult failed(String message) {
    return of(message, true);
  }

  /** The last result of an episode, with the episode's reward. */
  ToolResult over(double reward) {
    json.putObject("_meta").put(REWARD, reward);
    return this;
  }

  boolean isError() {
    return json.path("isError").asBoolean();
  }
}
