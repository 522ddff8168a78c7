package org.sealflow.serve.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of one answer as the server told them; nothing is tokenised here.
 *
 * @param prompt what the answer was sampled behind
 * @param sampled the answer itself
 * @param logProbs natural-log probability of each sampled id; null if not told
 */
record AnswerTokens(List<Integer> prompt, List<Integer> sampled, @Nullable List<Float> logProbs) {
  private static final String TOKEN_PREFIX = "token_id:";

  /**
   * The ids of a choice, in any of the ways in which servers tell them; null if they do not.
   *
   * @param response the whole answer
   * @param choice one of its choices
   */
  static @Nullable AnswerTokens of(ObjectNode response, ObjectNode choice) {
    JsonNode message = choice.path("message");
    List<Integer> prompt =
        first(
            response.path("prompt_token_ids"),
            choice.path("prompt_token_ids"),
            message.path("prompt_token_ids"));
    List<Integer> sampled = first(choice.path("token_ids"), message.path("generation_token_ids"));
    JsonNode told = choice.path("logprobs").path("content");
    if (sampled == null) {
      sampled = named(told);
    }
    if (prompt == null || sampled == null) {
      return null;
    }
    List<Float> logProbs = logProbs(told, message.path("generation_log_probs"));
    boolean together = logProbs != null && logProbs.size() == sampled.size();
    return new AnswerTokens(prompt, sampled, together ? logProbs : null);
  }

  private static @Nullable List<Integer> first(JsonNode... places) {
    for (JsonNode place : places) {
      if (place.isArray()) {
        return ids(place);
      }
    }
    return null;
  }

  private static @Nullable List<Integer> ids(JsonNode array) {
    List<Integer> ids = new ArrayList<>(array.size());
    for (JsonNode id : array) {
      if (!id.canConvertToInt()) {
        return null;
      }
      ids.add(id.intValue());
    }
    return ids;
  }

  /** Tokens that are told as {@code token_id:7}. */
  private static @Nullable List<Integer> named(JsonNode content) {
    List<Integer> ids = new ArrayList<>();
    for (JsonNode token : content) {
      String text = token.path("token").asText();
      if (!text.matches(TOKEN_PREFIX + "[0-9]{1,9}")) {
        return null;
      }
      ids.add(Integer.parseInt(text.substring(TOKEN_PREFIX.length())));
    }
    return ids.isEmpty() ? null : ids;
  }

  private static @Nullable List<Float> logProbs(JsonNode content, JsonNode generated) {
    List<Float> logProbs = new ArrayList<>();
    for (JsonNode token : content.isArray() ? content : generated) {
      JsonNode value = token.isObject() ? token.path("logprob") : token;
      if (!value.isNumber()) {
        return null;
      }
      logProbs.add(value.floatValue());
    }
    return logProbs;
  }
}
