package org.sealflow.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Set;

/**
 * Fields of OpenAI's and vLLM's requests that this server takes only where they ask for nothing.
 * Clients send many of them with their neutral value.
 */
final class NeutralFields {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final JsonNode OFF = JSON.booleanNode(false);
  private static final JsonNode ON = JSON.booleanNode(true);
  private static final JsonNode ZERO = JSON.numberNode(0);
  private static final JsonNode ONE = JSON.numberNode(1);
  private static final JsonNode EMPTY = JSON.arrayNode();

  private static final Map<String, JsonNode> NEUTRAL =
      Map.ofEntries(
          Map.entry("frequency_penalty", ZERO),
          Map.entry("presence_penalty", ZERO),
          Map.entry("repetition_penalty", ONE),
          Map.entry("length_penalty", ONE),
          Map.entry("logit_bias", JSON.objectNode()),
          Map.entry("best_of", ONE),
          Map.entry("suffix", JSON.textNode("")),
          Map.entry("echo", OFF),
          Map.entry("min_p", ZERO),
          Map.entry("min_tokens", ZERO),
          Map.entry("use_beam_search", OFF),
          Map.entry("include_stop_str_in_output", OFF),
          Map.entry("spaces_between_special_tokens", ON),
          Map.entry("add_special_tokens", OFF),
          Map.entry("bad_words", EMPTY),
          Map.entry("allowed_token_ids", EMPTY),
          Map.entry("priority", ZERO),
          Map.entry("response_format", JSON.objectNode().put("type", "text")));

  private static final Map<String, JsonNode> NEUTRAL_IN_CHATS =
      Map.ofEntries(
          Map.entry("parallel_tool_calls", ON),
          Map.entry("functions", EMPTY),
          Map.entry("documents", EMPTY),
          Map.entry("modalities", JSON.arrayNode().add("text")),
          Map.entry("add_generation_prompt", ON),
          Map.entry("continue_final_message", OFF));

  private static final Set<String> SILENT =
      Set.of(
          "user",
          "metadata",
          "store",
          "service_tier",
          "request_id",
          "safety_identifier",
          "prompt_cache_key");

  private NeutralFields() {}

  /**
   * Reads them.
   *
   * @throws ApiError naming the first that asks for something
   */
  static void read(RequestFields fields, boolean chat) {
    NEUTRAL.forEach(fields::neutral);
    if (chat) {
      NEUTRAL_IN_CHATS.forEach(fields::neutral);
    }
    fields.ignored(SILENT);
  }
}
