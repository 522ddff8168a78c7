package org.sealflow.tau.task;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;

/** Reads a task of the benchmark's files. Fields it does not know are ignored. */
public final class TaskReader {
  private TaskReader() {}

  /**
   * The task that an object describes. An id that is a number, as in files before version 1.0, is
   * taken as text.
   *
   * @throws IllegalArgumentException with the field that is absent or of the wrong kind
   */
  public static TauTask read(JsonNode node) {
    JsonNode id = node.path("id");
    if (!id.isTextual() && !id.isIntegralNumber()) {
      throw new IllegalArgumentException("a task has no id");
    }
    try {
      return new TauTask(
          id.asText(),
          scenario(node.path("user_scenario")),
          text(node.path("ticket")),
          initialState(node.path("initial_state")),
          isAbsent(node.path("evaluation_criteria"))
              ? null
              : criteria(node.path("evaluation_criteria")),
          node.toString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("task '" + id.asText() + "': " + e.getMessage(), e);
    }
  }

  private static Scenario scenario(JsonNode node) {
    JsonNode told = node.path("instructions");
    return new Scenario(
        text(node.path("persona")),
        new Scenario.Instructions(
            told.isObject() ? null : told.asText(),
            told.path("domain").asText(),
            told.path("reason_for_call").asText(),
            text(told.path("known_info")),
            text(told.path("unknown_info")),
            told.path("task_instructions").asText()));
  }

  private static InitialState initialState(JsonNode node) {
    if (isAbsent(node)) {
      return InitialState.NONE;
    }
    JsonNode data = node.path("initialization_data");
    JsonNode agentData = data.path("agent_data");
    JsonNode userData = data.path("user_data");
    return new InitialState(
        isAbsent(agentData) ? null : JsonValues.map(object(agentData, "agent_data")),
        isAbsent(userData) ? null : JsonValues.map(object(userData, "user_data")),
        orEmpty(list(node.path("initialization_actions"), TaskReader::functionCall)),
        isAbsent(node.path("message_history"))
            ? List.of()
            : MessageReader.read(node.path("message_history")));
  }

  private static Criteria criteria(JsonNode node) {
    List<RewardPart> basis = list(node.path("reward_basis"), part -> rewardPart(part.asText()));
    return new Criteria(
        list(node.path("actions"), TaskReader::action),
        list(node.path("env_assertions"), TaskReader::assertion),
        list(node.path("communicate_info"), JsonNode::asText),
        list(node.path("nl_assertions"), JsonNode::asText),
        basis == null ? Criteria.USUAL_BASIS : basis);
  }

  private static RewardPart rewardPart(String name) {
    for (RewardPart part : RewardPart.values()) {
      if (part.name().equals(name)) {
        return part;
      }
    }
    throw new IllegalArgumentException(
        "invalid reward_basis '"
            + name
            + "': expected some of DB, ENV_ASSERTION, ACTION,"
            + " NL_ASSERTION, COMMUNICATE");
  }

  private static Action action(JsonNode node) {
    return new Action(
        node.path("action_id").asText(),
        new Call(
            Requestor.of(node.path("requestor").asText("assistant")),
            required(node, "name"),
            JsonValues.map(object(node.path("arguments"), "arguments"))),
        list(node.path("compare_args"), JsonNode::asText));
  }

  private static FunctionCall functionCall(JsonNode node) {
    return new FunctionCall(
        Requestor.of(required(node, "env_type")),
        required(node, "func_name"),
        JsonValues.map(object(node.path("arguments"), "arguments")));
  }

  private static EnvironmentAssertion assertion(JsonNode node) {
    return new EnvironmentAssertion(functionCall(node), node.path("assert_value").asBoolean(true));
  }

  private static JsonNode object(JsonNode node, String name) {
    if (!node.isObject()) {
      throw new IllegalArgumentException(name + " must be an object");
    }
    return node;
  }

  private static String required(JsonNode node, String name) {
    if (!node.path(name).isTextual()) {
      throw new IllegalArgumentException(name + " must be text");
    }
    return node.path(name).textValue();
  }

  private static <T> @Nullable List<T> list(JsonNode node, Function<JsonNode, T> item) {
    if (isAbsent(node)) {
      return null;
    }
    List<T> items = new ArrayList<>(node.size());
    node.forEach(element -> items.add(item.apply(element)));
    return List.copyOf(items);
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  private static boolean isAbsent(JsonNode node) {
    return node.isMissingNode() || node.isNull();
  }

  private static @Nullable String text(JsonNode node) {
    return isAbsent(node) ? null : node.asText();
  }
}
