package org.sealflow.rollout.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;

/** Finds the tools that a user message reveals: a JSON list of docs on its first line. */
final class RevealedTools {
  private RevealedTools() {}

  /** The tools a message reveals, as functions; none if it reveals none. */
  static ArrayNode functions(String message, ObjectMapper json) {
    int end = message.indexOf('\n');
    if (!message.startsWith("[{") || end < 0) {
      return json.createArrayNode();
    }
    try {
      List<String> docs = new ArrayList<>();
      for (JsonNode doc : json.readTree(message.substring(0, end))) {
        docs.add(doc.toString());
      }
      return ToolSchemas.functions(docs, json);
    } catch (JsonProcessingException | IllegalArgumentException noDocs) {
      return json.createArrayNode();
    }
  }
}
