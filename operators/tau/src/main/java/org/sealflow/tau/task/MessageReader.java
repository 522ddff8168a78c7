package org.sealflow.tau.task;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** Reads messages of the benchmark: those of both parties, each followed by its tool messages. */
public final class MessageReader {
  private final JsonNode messages;
  private int at;

  private MessageReader(JsonNode messages) {
    this.messages = messages;
  }

  /**
   * The steps of a list of messages.
   *
   * @throws IllegalArgumentException if results do not follow their calls one by one
   */
  public static List<Step> read(JsonNode messages) {
    MessageReader reader = new MessageReader(messages);
    List<Step> steps = new ArrayList<>();
    while (reader.at < messages.size()) {
      Step step = reader.step();
      if (step != null) {
        steps.add(step);
      }
    }
    return steps;
  }

  private @Nullable Step step() {
    JsonNode message = messages.get(at);
    at++;
    String role = message.path("role").asText();
    if (role.equals("system")) {
      return null;
    }
    if (role.equals("tool")) {
      throw new IllegalArgumentException(
          "Tool message not expected. Tool messages should always follow a tool call.");
    }
    Requestor party = Requestor.of(role);
    List<Call> calls = new ArrayList<>();
    List<ToolAnswer> results = new ArrayList<>();
    for (JsonNode call : message.path("tool_calls")) {
      calls.add(call(party, call));
      results.add(result(call.path("id").asText()));
    }
    JsonNode content = message.path("content");
    return new Step(party, content.isTextual() ? content.textValue() : null, calls, results);
  }

  private static Call call(Requestor party, JsonNode call) {
    JsonNode arguments = call.path("arguments");
    if (!arguments.isObject()) {
      throw new IllegalArgumentException("the arguments of a call must be an object");
    }
    Requestor requestor = Requestor.of(call.path("requestor").asText(party.label()));
    return new Call(requestor, call.path("name").asText(), JsonValues.map(arguments));
  }

  private ToolAnswer result(String id) {
    if (at == messages.size()) {
      throw new IllegalArgumentException("Tool message expected. Got None.");
    }
    JsonNode message = messages.get(at);
    at++;
    if (!message.path("role").asText().equals("tool")) {
      throw new IllegalArgumentException(
          "Tool message expected. Got a message of " + message.path("role").asText() + ".");
    }
    if (!message.path("id").asText().equals(id)) {
      throw new IllegalArgumentException(
          "Tool call id mismatch. Got %s and %s".formatted(id, message.path("id").asText()));
    }
    return new ToolAnswer(
        message.path("content").asText(), message.path("error").asBoolean(false), null);
  }
}
