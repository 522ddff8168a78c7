package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.session.CallText;
import org.sealflow.serve.session.ServedTasks;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.ShownResult;
import org.sealflow.serve.session.ToolJson;

/**
 * An action is one call of a tool, or asks for the list of tools. The user is a tool too, {@link
 * #REPLY}: an answer without calls never reaches the server here.
 */
final class ToolsContract implements Contract {
  /** The tool that ends a turn and tells what the user says next. */
  static final String REPLY = "reply_to_user";

  private static final String OVER = "The conversation is over.";
  private static final Set<String> LIST = Set.of("type");
  private static final Set<String> CALL = Set.of("type", "tool_name", "arguments");

  private final ServedTasks tasks;

  ToolsContract(ServedTasks tasks) {
    this.tasks = tasks;
  }

  @Override
  public String name() {
    return "tools";
  }

  @Override
  public ObjectNode opening(SessionEpisode episode) {
    ObjectNode observation =
        JsonNodeFactory.instance
            .objectNode()
            .put("task_id", episode.task().id())
            .put("turn", episode.turn());
    ArrayNode messages = observation.putArray("messages");
    for (EnvironmentMessage message : episode.opening()) {
      if (!message.role().equals("system")) {
        messages.addObject().put("role", message.role()).put("content", message.content());
      }
    }
    List<String> guidelines = episode.placement().patches().presentation().guidelines();
    if (!guidelines.isEmpty()) {
      observation.put("system", String.join("\n\n", guidelines));
    }
    observation.set("tools", list(episode));
    return observation;
  }

  @Override
  public Observed step(@Nullable SessionEpisode episode, ObjectNode action) {
    String type = action.path("type").asText();
    return switch (type) {
      case "list_tools" -> {
        ActionFields unused = new ActionFields(action, "action", LIST);
        ObjectNode observation = JsonNodeFactory.instance.objectNode();
        observation.set("tools", list(episode));
        yield new Observed(observation, null, episode != null && episode.end() != null);
      }
      case "call_tool" -> call(episode, new ActionFields(action, "action", CALL));
      default ->
          throw OpenEnvError.invalid(
              "action.type", "type is '" + type + "', expected list_tools or call_tool");
    };
  }

  private Observed call(@Nullable SessionEpisode episode, ActionFields action) {
    String tool = action.requiredText("tool_name");
    JsonNode given = action.value("arguments");
    JsonNode arguments = given == null ? JsonNodeFactory.instance.objectNode() : given;
    if (!arguments.isObject()) {
      throw action.wrong("arguments", "is no object, expected one");
    }
    if (episode == null) {
      throw OpenEnvErrors.noEpisode();
    }
    ObjectNode observation = JsonNodeFactory.instance.objectNode().put("tool_name", tool);
    executed(episode, tool, arguments, observation);
    return Observed.of(episode, observation);
  }

  private static void executed(
      SessionEpisode episode, String tool, JsonNode arguments, ObjectNode observation) {
    if (tool.equals(REPLY)) {
      reply(episode, arguments, observation);
      return;
    }
    String answer = CallText.answer("", List.of(new CallText.JsonCall(tool, arguments)));
    StepOutcome outcome = OpenEnvErrors.answer(episode, answer);
    Refusal refusal = outcome.refusal();
    if (refusal != null) {
      boolean unknown = episode.tools().stream().noneMatch(doc -> doc.name().equals(tool));
      error(observation, unknown ? "tool_not_found" : "invalid_args", refusal.reason());
      return;
    }
    String result = outcome.executed().get(0).result();
    result(observation, result, ShownResult.isError(result));
  }

  private static void reply(SessionEpisode episode, JsonNode arguments, ObjectNode observation) {
    if (!arguments.path("text").isTextual()) {
      error(observation, "invalid_args", REPLY + " takes a text under 'text'");
      return;
    }
    StepOutcome outcome = OpenEnvErrors.answer(episode, arguments.path("text").asText());
    result(
        observation,
        outcome.end() == null ? outcome.reply().content() : OVER,
        outcome.refusal() != null);
  }

  /** A result in the form of the reference's tools; its client returns {@code data}. */
  private static void result(ObjectNode observation, String text, boolean error) {
    ObjectNode result = observation.putObject("result");
    result.putArray("content").addObject().put("type", "text").put("text", text);
    result.putObject("structured_content").put("result", text);
    result.putNull("meta").put("data", text).put("is_error", error);
    observation.putNull("error");
  }

  private static void error(ObjectNode observation, String type, String message) {
    observation
        .putNull("result")
        .putObject("error")
        .put("error_type", type)
        .put("message", message);
  }

  /** The tools of an episode; before one has begun, those of all tasks. */
  private ArrayNode list(@Nullable SessionEpisode episode) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (ToolDoc tool : tools(episode)) {
      list.addObject()
          .put("name", tool.name())
          .put("description", ToolJson.description(tool))
          .set("input_schema", ToolJson.parameters(tool));
    }
    return list;
  }

  /** The tools of an episode with that of the user; before one has begun, those of all tasks. */
  List<ToolDoc> tools(@Nullable SessionEpisode episode) {
    List<ToolDoc> tools = new ArrayList<>(episode == null ? tasks.tools() : episode.tools());
    tools.add(
        ToolDoc.parse(
            """
            {"name": "reply_to_user",
             "description": "Answers the user in words, which ends the turn. Returns what the user says next, or that the conversation is over.",
             "parameters": {"type": "object", "properties": {"text": {"type": "string", "description": "The answer."}}, "required": ["text"]}}
            """,
            REPLY));
    return tools;
  }

  @Override
  public ObjectNode actionSchema() {
    return Schemas.read(
        """
        {"title":"CallToolAction","type":"object","required":["type"],"additionalProperties":false,
         "properties":{
          "type":{"type":"string","enum":["list_tools","call_tool"]},
          "tool_name":{"type":"string","description":"The tool to call."},
          "arguments":{"type":"object","description":"Its arguments."},
          "metadata":{"type":"object","description":"Ignored."}}}
        """);
  }

  @Override
  public ObjectNode observationSchema() {
    return Schemas.read(
        """
        {"title":"ToolObservation","type":"object","properties":{
          "tools":{"type":"array","items":{"type":"object"}},
          "tool_name":{"type":"string"},
          "result":{},
          "error":{"type":["object","null"]},
          "task_id":{"type":"string"},
          "turn":{"type":"integer","minimum":0},
          "system":{"type":"string","description":"Guidelines, where patches give any; at the start alone."},
          "messages":{"type":"array","items":{"type":"object"}}}}
        """);
  }
}
