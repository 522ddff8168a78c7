package org.sealflow.rollout.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what servers answer. */
final class ServerAnswers {
  private static final String TOKEN_PREFIX = "token_id:";
  private static final Pattern ID = Pattern.compile("\\d{1,9}");

  private final OpenAiSettings settings;
  private final ObjectMapper json;

  ServerAnswers(OpenAiSettings settings, ObjectMapper json) {
    this.settings = settings;
    this.json = json;
  }

  /**
   * A completion of token ids.
   *
   * @param text what was sampled, as text
   * @param ids what was sampled; null if the server does not tell
   * @param logProbs log-probability of each id; null if the server does not tell
   */
  record Completion(String text, @Nullable List<Integer> ids, @Nullable List<Float> logProbs) {}

  /** The text of a chat, its tool calls written as the environment reads them. */
  String chat(JsonNode answer) {
    JsonNode message = choice(answer).path("message");
    if (!message.isObject()) {
      throw ServerError.nonsense(settings, "choices[0].message", answer.toString());
    }
    StringBuilder text = new StringBuilder(message.path("content").asText(""));
    for (JsonNode call : message.path("tool_calls")) {
      if (text.length() > 0) {
        text.append('\n');
      }
      text.append("<tool_call>\n").append(call(call.path("function"))).append("\n</tool_call>");
    }
    return text.toString();
  }

  private String call(JsonNode function) {
    ObjectNode call = json.createObjectNode();
    call.set("name", function.path("name"));
    JsonNode arguments = function.path("arguments");
    if (!arguments.isTextual()) {
      call.set("arguments", arguments);
      return call.toString();
    }
    // As written: what is no JSON must reach the environment as the model wrote it.
    return "{\"name\": " + call.get("name") + ", \"arguments\": " + arguments.asText() + "}";
  }

  /** A completion with the ids behind it, in whichever way the server names them. */
  Completion completion(JsonNode answer) {
    JsonNode choice = choice(answer);
    if (!choice.path("text").isTextual()) {
      throw ServerError.nonsense(settings, "choices[0].text", answer.toString());
    }
    List<Integer> ids = ids(choice, answer);
    List<Float> logProbs = logProbs(choice.path("logprobs"));
    boolean together = ids != null && logProbs != null && ids.size() == logProbs.size();
    return new Completion(choice.path("text").asText(), ids, together ? logProbs : null);
  }

  /** A completion whose ids the server keeps to itself cannot train. */
  ServerError withoutTokens(JsonNode answer) {
    return ServerError.nonsense(
        settings, "choices[0].token_ids, which training needs", answer.toString());
  }

  private @Nullable List<Integer> ids(JsonNode choice, JsonNode answer) {
    List<Integer> ids = new ArrayList<>();
    if (choice.path("token_ids").isArray()) {
      choice.path("token_ids").forEach(id -> ids.add(id(id.asText(), answer)));
      return ids;
    }
    for (JsonNode token : choice.path("logprobs").path("tokens")) {
      String text = token.asText();
      if (!text.startsWith(TOKEN_PREFIX)) {
        return null;
      }
      ids.add(id(text.substring(TOKEN_PREFIX.length()), answer));
    }
    return ids.isEmpty() ? null : ids;
  }

  private int id(String text, JsonNode answer) {
    if (!ID.matcher(text).matches()) {
      throw ServerError.nonsense(
          settings, "token ids that are whole numbers from 0", answer.toString());
    }
    return Integer.parseInt(text);
  }

  private static @Nullable List<Float> logProbs(JsonNode logProbs) {
    JsonNode values = logProbs.path("token_logprobs");
    if (!values.isArray()) {
      return null;
    }
    List<Float> read = new ArrayList<>();
    for (JsonNode value : values) {
      if (!value.isNumber()) {
        return null;
      }
      read.add(value.floatValue());
    }
    return read;
  }

  private JsonNode choice(JsonNode answer) {
    JsonNode choice = answer.path("choices").path(0);
    if (!choice.isObject()) {
      throw ServerError.nonsense(settings, "choices[0]", answer.toString());
    }
    return choice;
  }
}
