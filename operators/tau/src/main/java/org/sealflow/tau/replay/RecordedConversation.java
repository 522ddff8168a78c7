package org.sealflow.tau.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * A conversation with its calls, as a row of a {@code tau2-calls} file holds it.
 *
 * @param task the task's id; null if the domain's data were played on without a task
 */
public record RecordedConversation(
    String id, String domain, @Nullable String task, EndedConversation conversation) {
  /**
   * The episode of a row. Results are taken over if the row has them.
   *
   * @throws IllegalArgumentException with the field that is absent or of the wrong kind
   */
  public static RecordedConversation read(JsonNode row) {
    String id = text(row, "id");
    try {
      JsonNode steps = row.path("steps");
      if (!steps.isArray()) {
        throw new IllegalArgumentException("'steps' must be a list");
      }
      JsonNode task = row.path("task");
      return new RecordedConversation(
          id,
          text(row, "domain"),
          task.isTextual() ? task.textValue() : null,
          new EndedConversation(
              steps(steps, row.path("results")),
              row.path("termination_reason").asText("user_stop"),
              row.path("solo_mode").asBoolean(false)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("episode '" + id + "': " + e.getMessage(), e);
    }
  }

  private static List<Step> steps(JsonNode nodes, JsonNode results) {
    List<Step> steps = new ArrayList<>(nodes.size());
    int at = 0;
    for (JsonNode node : nodes) {
      Requestor role = Requestor.of(text(node, "role"));
      List<Call> calls = new ArrayList<>();
      List<ToolAnswer> found = new ArrayList<>();
      for (JsonNode call : node.path("calls")) {
        if (!call.path("arguments").isObject()) {
          throw new IllegalArgumentException("the arguments of a call must be an object");
        }
        calls.add(new Call(role, text(call, "name"), JsonValues.map(call.path("arguments"))));
        if (results.isArray()) {
          found.add(result(results.path(at)));
        }
        at++;
      }
      JsonNode content = node.path("content");
      steps.add(new Step(role, content.isTextual() ? content.textValue() : null, calls, found));
    }
    if (results.isArray() && results.size() != at) {
      throw new IllegalArgumentException(at + " calls, but " + results.size() + " results");
    }
    return steps;
  }

  private static ToolAnswer result(JsonNode node) {
    return new ToolAnswer(node.path("content").asText(), node.path("error").asBoolean(), null);
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException("'" + field + "' must be text");
    }
    return node.path(field).textValue();
  }
}
