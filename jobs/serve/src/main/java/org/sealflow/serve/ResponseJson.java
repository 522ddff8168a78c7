package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import org.sealflow.serve.http.Answer;

/** Parts that the answers to completions and chats have in common. */
final class ResponseJson {
  /** JSON has no infinity; vLLM writes the same. */
  private static final float LEAST_LOG_PROB = -9999;

  private ResponseJson() {}

  /** The head of an answer: its name, kind, time and model. */
  static ObjectNode head(String id, String object, long created, String model) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", id)
        .put("object", object)
        .put("created", created)
        .put("model", model);
  }

  static ObjectNode usage(long promptTokens, long completionTokens) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("prompt_tokens", promptTokens)
        .put("completion_tokens", completionTokens)
        .put("total_tokens", promptTokens + completionTokens);
  }

  static long tokens(List<ShownAnswer> answers) {
    return answers.stream().mapToLong(answer -> answer.ids().size()).sum();
  }

  static ArrayNode ids(Collection<Integer> ids) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    ids.forEach(array::add);
    return array;
  }

  /** A log-probability as JSON can hold it. */
  static float finite(float logProb) {
    return Math.max(logProb, LEAST_LOG_PROB);
  }

  /** Several objects as server-sent events, and the one that ends them. */
  static Answer events(List<? extends JsonNode> events) {
    StringBuilder text = new StringBuilder();
    events.forEach(event -> text.append("data: ").append(event).append("\n\n"));
    return Answer.text("text/event-stream", text.append("data: [DONE]\n\n").toString());
  }
}
