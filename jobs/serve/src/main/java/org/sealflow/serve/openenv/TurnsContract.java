package org.sealflow.serve.openenv;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.ExecutedCall;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.session.CallText;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.ToolJson;

/**
 * An action is one answer of the policy: its text, in which calls may stand as the system prompt
 * asks for them, and calls beside it as JSON. An answer without a call ends the turn.
 */
final class TurnsContract implements Contract {
  private static final Set<String> FIELDS = Set.of("message", "calls");
  private static final Set<String> CALL = Set.of("name", "arguments", "id");

  /**
   * A call beside the text.
   *
   * @param id how its result is to be called
   */
  private record NamedCall(String id, CallText.JsonCall call) {}

  @Override
  public String name() {
    return "turns";
  }

  @Override
  public ObjectNode opening(SessionEpisode episode) {
    ObjectNode observation = head(episode);
    ArrayNode messages = observation.putArray("messages");
    for (EnvironmentMessage message : episode.opening()) {
      if (message.role().equals("system")) {
        observation.put("system", message.content());
      } else {
        add(messages, message.role(), message.content());
      }
    }
    observation.set("tools", ToolJson.functions(episode.tools()));
    return observation;
  }

  private static ObjectNode head(SessionEpisode episode) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("task_id", episode.task().id())
        .put("turn", episode.turn());
  }

  private static ObjectNode add(ArrayNode messages, String role, String content) {
    return messages.addObject().put("role", role).put("content", content);
  }

  @Override
  public Observed step(@Nullable SessionEpisode episode, ObjectNode action) {
    ActionFields fields = new ActionFields(action, "action", FIELDS);
    String message = fields.requiredText("message");
    List<NamedCall> calls = calls(fields);
    if (episode == null) {
      throw OpenEnvErrors.noEpisode();
    }
    int known = episode.tools().size();
    List<CallText.JsonCall> written = calls.stream().map(NamedCall::call).toList();
    StepOutcome outcome = OpenEnvErrors.answer(episode, CallText.answer(message, written));
    ObjectNode observation = head(episode);
    replies(observation.putArray("messages"), calls, outcome);
    if (episode.tools().size() != known) {
      observation.set("tools", ToolJson.functions(episode.tools()));
    }
    return Observed.of(episode, observation);
  }

  private static List<NamedCall> calls(ActionFields fields) {
    JsonNode value = fields.value("calls");
    List<NamedCall> calls = new ArrayList<>();
    if (value == null) {
      return calls;
    }
    if (!value.isArray()) {
      throw fields.wrong("calls", "is no list, expected one of calls");
    }
    for (JsonNode each : value) {
      if (!(each instanceof ObjectNode object)) {
        throw fields.wrong("calls", "holds what is no object, expected {\"name\", \"arguments\"}");
      }
      ActionFields call = new ActionFields(object, "action.calls." + calls.size(), CALL);
      JsonNode arguments = call.value("arguments");
      String id = call.text("id");
      calls.add(
          new NamedCall(
              id == null ? "call_" + (calls.size() + 1) : id,
              new CallText.JsonCall(
                  call.requiredText("name"),
                  arguments == null ? JsonNodeFactory.instance.objectNode() : arguments)));
    }
    return calls;
  }

  private static void replies(ArrayNode messages, List<NamedCall> calls, StepOutcome outcome) {
    if (outcome.refusal() != null) {
      refused(messages, calls, outcome.reply().content());
      return;
    }
    int inText = outcome.executed().size() - calls.size();
    for (int i = 0; i < outcome.executed().size(); i++) {
      ExecutedCall done = outcome.executed().get(i);
      String id = i < inText ? "text_" + (i + 1) : calls.get(i - inText).id();
      add(messages, "tool", done.result())
          .put("tool_call_id", id)
          .put("name", CallText.tool(done.call()));
    }
    if (outcome.turnEnded() && outcome.end() == null) {
      add(messages, "user", outcome.reply().content());
    }
  }

  /** Chat templates want a result for each call, also where none was executed. */
  private static void refused(ArrayNode messages, List<NamedCall> calls, String reason) {
    for (NamedCall call : calls) {
      add(messages, "tool", reason).put("tool_call_id", call.id()).put("name", call.call().name());
    }
    if (calls.isEmpty()) {
      add(messages, "user", reason);
    }
  }

  @Override
  public ObjectNode actionSchema() {
    return Schemas.read(
        """
        {"title":"TurnAction","type":"object","required":["message"],"additionalProperties":false,
         "properties":{
          "message":{"type":"string","description":"The policy's answer; calls may stand in it as the system prompt asks for them."},
          "calls":{"type":"array","description":"Calls beside the text; an answer without any call ends the turn.",
           "items":{"type":"object","required":["name"],"additionalProperties":false,"properties":{
            "name":{"type":"string"},"arguments":{"type":"object"},"id":{"type":"string"}}}},
          "metadata":{"type":"object","description":"Ignored."}}}
        """);
  }

  @Override
  public ObjectNode observationSchema() {
    return Schemas.read(
        """
        {"title":"TurnObservation","type":"object","required":["task_id","turn","messages"],
         "properties":{
          "task_id":{"type":"string"},
          "turn":{"type":"integer","minimum":0},
          "system":{"type":"string","description":"The system prompt; at the start alone."},
          "messages":{"type":"array","items":{"type":"object","required":["role","content"],"properties":{
            "role":{"type":"string","enum":["user","tool"]},"content":{"type":"string"},
            "tool_call_id":{"type":"string"},"name":{"type":"string"}}}},
          "tools":{"type":"array","description":"OpenAI function tools; at the start and when they change.",
           "items":{"type":"object"}}}}
        """);
  }
}
