package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.ParserOptions;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.PromptStyle;
import org.sealflow.environment.conversation.PromptStyles;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.serve.http.DetailError;
import org.sealflow.serve.session.EpisodeStart;

/**
 * The settings of an episode (environment-protocol.md section 1). Paths of data are the server's
 * own; a setting that asks for what this server does not do is refused, one that it does not know
 * is ignored, as the service does.
 */
final class CreateParams {
  private static final Set<String> VALIDATION = Set.of("validate", "validation", "val", "test");
  private static final String DEFAULT_MODEL = "env_handler";
  private static final int LONGEST_NAME = 128;

  private final ObjectNode params;

  CreateParams(ObjectNode params) {
    this.params = params;
  }

  /**
   * The episode asked for.
   *
   * @param category of the task
   * @param shown names of the tools that the task shows at its start
   * @throws DetailError if a setting is wrong, or asks for what this server does not do
   */
  EpisodeStart start(String taskId, String category, List<String> shown) {
    only("tool_call_parser", "xml_json");
    only("tool_result_mode", "bfcl_tool_response");
    for (String layer : List.of("tool_feedback_evolution", "diagnostic_evolution")) {
      if (applies(layer, category)) {
        throw DetailError.wrong(
            layer + " is enabled, which this server does not do: leave it out or disable it");
      }
    }
    ParserOptions parser =
        new ParserOptions(
            flag(params, "strict_tool_parser", true),
            flag(params, "reject_tool_call_with_content", false),
            flag(params, "flag_python_literals_in_tool_json", false),
            flag(params, "accept_parameters_as_arguments", false));
    Rules rules =
        new Rules(
            flag(params, "enforce_available_tools", true),
            null,
            flag(params, "terminate_on_parse_error", false),
            parser);
    return new EpisodeStart(
        taskId, purpose(), model(), rules, presentation(category, shown), style(), isOpenQuery());
  }

  /** Training, unless the trainer validates. */
  private EpisodeStart.Purpose purpose() {
    return new EpisodeStart.Purpose(
        VALIDATION.contains(text("rollout_mode", "")), text("group_id", ""));
  }

  private Presentation presentation(String category, List<String> shown) {
    return hasCues(category)
        ? ObservationLite.of(object("observation_lite"), shown)
        : Presentation.plain();
  }

  /** Whether parameters are shown with cues. */
  boolean hasCues(String category) {
    return applies("observation_lite", category);
  }

  private boolean isOpenQuery() {
    return flag(params, "is_open_query", false);
  }

  private String model() {
    String name = text("model_name", DEFAULT_MODEL);
    if (name.length() > LONGEST_NAME) {
      throw DetailError.wrong(
          "model_name has " + name.length() + " characters, expected at most " + LONGEST_NAME);
    }
    return name;
  }

  private PromptStyle style() {
    String name = text("tool_prompt_mode", PromptStyles.qwenFunctionCalling().name());
    try {
      return PromptStyles.named(name);
    } catch (IllegalArgumentException unknown) {
      throw DetailError.wrong("tool_prompt_mode: " + unknown.getMessage());
    }
  }

  private void only(String name, String value) {
    String found = text(name, value);
    if (!found.equals(value)) {
      throw DetailError.wrong(name + " is '" + found + "', expected " + value);
    }
  }

  /** Whether a layer of training is on for this episode (environment-protocol.md section 7). */
  private boolean applies(String layer, String category) {
    ObjectNode settings = object(layer);
    boolean validation = VALIDATION.contains(text("rollout_mode", ""));
    return flag(settings, "enable", false)
        && !(validation && !flag(settings, "apply_to_validation", false))
        && isOf(settings.get("categories"), category);
  }

  private static boolean isOf(@Nullable JsonNode categories, String category) {
    if (categories == null
        || categories.isNull()
        || (categories.isArray() && categories.isEmpty())) {
      return true;
    }
    if (categories.isTextual()) {
      return categories.asText().equals(category);
    }
    for (JsonNode each : categories) {
      if (each.asText().equals(category)) {
        return true;
      }
    }
    return false;
  }

  private ObjectNode object(String name) {
    JsonNode value = params.get(name);
    if (value == null || value.isNull()) {
      return params.objectNode();
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw DetailError.wrong(name + " is no object, expected one");
  }

  private String text(String name, String otherwise) {
    JsonNode value = params.get(name);
    if (value == null || value.isNull()) {
      return otherwise;
    }
    if (!value.isTextual()) {
      throw DetailError.wrong(name + " is no text, expected one such as '" + otherwise + "'");
    }
    return value.asText();
  }

  static boolean flag(ObjectNode settings, String name, boolean otherwise) {
    JsonNode value = settings.get(name);
    if (value == null || value.isNull()) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      throw DetailError.wrong(name + " is no flag, expected true or false");
    }
    return value.asBoolean();
  }
}
