package org.sealflow.serve.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.ExecutedCall;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.serve.http.Answer;
import org.sealflow.serve.session.SessionEpisode;
import org.sealflow.serve.session.ShownResult;

/** Writes the service's answers. */
final class ServiceJson {
  /** The environment's words where an episode is over. */
  private static final String COMPLETED = "[CONVERSATION_COMPLETED]";

  private ServiceJson() {}

  static Answer success(@Nullable JsonNode data) {
    return answer(true, data);
  }

  static Answer answer(boolean success, @Nullable JsonNode data) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("success", success);
    body.set("data", data);
    return Answer.json(body);
  }

  /** The start of an episode. */
  static ObjectNode opening(
      String instanceId, String taskId, SessionEpisode episode, boolean hasCues) {
    ObjectNode init = JsonNodeFactory.instance.objectNode();
    for (EnvironmentMessage message : episode.opening()) {
      init.withArray("state")
          .addObject()
          .put("role", message.role())
          .put("content", message.content());
    }
    init.putObject("info")
        .put("instance_id", instanceId)
        .put("task_id", taskId)
        .put("test_id", episode.task().id())
        .put("tools_count", episode.tools().size())
        .put("questions_count", episode.task().groundTruth().size())
        .put("observation_lite", hasCues);
    return init;
  }

  /** The outcome of a step. */
  static ObjectNode step(SessionEpisode episode, StepOutcome outcome) {
    boolean over = outcome.end() != null;
    boolean cut = episode.start().onlyFirstTurn() && outcome.turnEnded();
    boolean forced = outcome.end() == EpisodeEnd.PARSE_ERROR;
    double reward = (over || cut) && !forced ? episode.score().reward() : 0;
    ObjectNode state = state(over ? COMPLETED : outcome.reply().content(), reward, over || cut);
    info(outcome, forced, (ObjectNode) state.get("info"));
    return state;
  }

  /** The answer to a step after the end: nothing is executed any more. */
  static ObjectNode afterEnd(String message) {
    return state(message, 0, false);
  }

  private static ObjectNode state(String content, double reward, boolean over) {
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    state
        .putArray("state")
        .addObject()
        .put("role", "user")
        .put("content", content)
        .putArray("tool_calls");
    state.put("reward", reward).put("is_terminated", over).putObject("info");
    return state;
  }

  private static void info(StepOutcome outcome, boolean forced, ObjectNode info) {
    Refusal refusal = outcome.refusal();
    if (refusal != null && refusal.cause() == Refusal.Cause.FORM) {
      retryable(info, "parse_error", refusal.reason());
    }
    if (forced) {
      info.put("bfcl_terminated_on_parse_error", true).put("bfcl_force_zero_reward", true);
    }
    for (ExecutedCall call : outcome.executed()) {
      if (ShownResult.isError(call.result())) {
        retryable(info, "tool_error", call.result());
      }
    }
  }

  private static void retryable(ObjectNode info, String type, String reason) {
    info.put("bfcl_error_type", type)
        .put("static_fission_retryable", true)
        .put("static_fission_reason", reason);
  }
}
