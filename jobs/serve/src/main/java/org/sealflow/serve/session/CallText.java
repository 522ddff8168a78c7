package org.sealflow.serve.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Writes calls that a protocol takes as JSON into the text of an answer, as policies write them.
 */
public final class CallText {
  /**
   * A call.
   *
   * @param arguments an object in a good call; the conversation refuses others
   */
  public record JsonCall(String name, JsonNode arguments) {}

  private CallText() {}

  /** An answer of a text, which may be empty, and the calls behind it. */
  public static String answer(String text, List<JsonCall> calls) {
    StringBuilder answer = new StringBuilder(text);
    for (JsonCall call : calls) {
      if (!answer.isEmpty()) {
        answer.append('\n');
      }
      answer.append("<tool_call>\n").append(json(call)).append("\n</tool_call>");
    }
    return answer.toString();
  }

  /** No text inside of the object can look like the end of the block. */
  private static String json(JsonCall call) {
    ObjectNode object = JsonNodeFactory.instance.objectNode().put("name", call.name());
    object.set("arguments", call.arguments());
    return object.toString().replace("<", "\\u003c");
  }

  /** The name of the tool of a call string such as {@code cd(folder='a')}. */
  public static String tool(String call) {
    int end = call.indexOf('(');
    return end < 0 ? call : call.substring(0, end);
  }
}
