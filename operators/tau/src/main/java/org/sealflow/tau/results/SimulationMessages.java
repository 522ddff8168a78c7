package org.sealflow.tau.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** Reads the messages of a simulation: each message with calls, then a result per call in order. */
final class SimulationMessages {
  private final SimulationProblems problems;
  private final List<Step> steps = new ArrayList<>();
  private @Nullable Pending pending;
  private int at;

  /** A message whose calls wait for their results. */
  private static final class Pending {
    private final Requestor role;
    private final @Nullable String content;
    private final int at;
    private final List<Call> calls = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<ToolAnswer> results = new ArrayList<>();

    Pending(Requestor role, @Nullable String content, int at) {
      this.role = role;
      this.content = content;
      this.at = at;
    }

    boolean isComplete() {
      return results.size() == calls.size();
    }

    Step step() {
      return new Step(role, content, calls, isComplete() ? results : List.of());
    }
  }

  private SimulationMessages(SimulationProblems problems) {
    this.problems = problems;
  }

  /**
   * The steps of the messages.
   *
   * @param problems receives what is wrong with them
   */
  static List<Step> read(JsonNode messages, SimulationProblems problems) {
    SimulationMessages reading = new SimulationMessages(problems);
    for (JsonNode message : messages) {
      reading.message(message);
      reading.at++;
    }
    if (reading.pending != null) {
      reading.steps.add(reading.pending.step());
    }
    return reading.steps;
  }

  private void message(JsonNode message) {
    String role = message.path("role").asText();
    switch (role) {
      case "system" -> {}
      case "tool" -> results(message);
      case "assistant", "user" -> said(Requestor.of(role), message);
      default ->
          problems.reject(
              place(), "role " + Quotation.of(role) + ", expected assistant, user, tool or system");
    }
  }

  private String place() {
    return "messages[" + at + "]";
  }

  private void said(Requestor role, JsonNode message) {
    if (pending != null) {
      lacksResult(pending);
      steps.add(pending.step());
    }
    JsonNode content = message.path("content");
    Pending said = new Pending(role, content.isTextual() ? content.textValue() : null, at);
    Set<String> ids = new HashSet<>();
    for (JsonNode call : message.path("tool_calls")) {
      String id = call.path("id").asText();
      if (!id.isEmpty() && !ids.add(id)) {
        problems.reject(
            place(), "two calls have the id " + Quotation.of(id) + ": it is there twice");
      }
      said.calls.add(call(role, call, id));
      said.ids.add(id);
    }
    if (said.calls.isEmpty()) {
      steps.add(said.step());
      pending = null;
    } else {
      pending = said;
    }
  }

  private Call call(Requestor role, JsonNode call, String id) {
    JsonNode arguments = call.path("arguments");
    if (!arguments.isObject()) {
      problems.reject(
          place(),
          "arguments of "
              + Quotation.of(id)
              + " are "
              + Quotation.of(arguments.isTextual() ? arguments.textValue() : arguments.toString())
              + ", expected an object");
    }
    String requestor = call.path("requestor").asText(role.label());
    if (!requestor.equals("assistant") && !requestor.equals("user")) {
      problems.reject(
          place(), "requestor " + Quotation.of(requestor) + ", expected assistant or user");
      requestor = role.label();
    }
    return new Call(Requestor.of(requestor), call.path("name").asText(), JsonValues.map(arguments));
  }

  private void lacksResult(Pending message) {
    problems.unverifiable(
        "messages[" + message.at + "]",
        "call " + Quotation.of(message.ids.get(message.results.size())) + " has no result");
  }

  /** One result, or several wrapped in one message. */
  private void results(JsonNode message) {
    if (message.path("tool_messages").isArray()) {
      message.path("tool_messages").forEach(this::result);
    } else {
      result(message);
    }
  }

  private void result(JsonNode message) {
    String id = message.path("id").asText();
    Pending waiting = pending;
    if (waiting == null || waiting.isComplete() || !waiting.ids.contains(id)) {
      problems.reject(place(), "result of " + Quotation.of(id) + ", but no call waits for it");
      if (waiting != null && !waiting.isComplete()) {
        // Taken as the result of the next call, so that one wrong id is one problem.
        waiting.results.add(new ToolAnswer("", false, null));
      }
    } else {
      String expected = waiting.ids.get(waiting.results.size());
      if (!expected.equals(id)) {
        problems.reject(
            place(),
            "result of %s, expected that of %s: results must keep the order of the calls"
                .formatted(Quotation.of(id), Quotation.of(expected)));
      }
      waiting.results.add(
          new ToolAnswer(
              message.path("content").asText(""), message.path("error").asBoolean(false), null));
    }
    if (waiting != null && waiting.isComplete()) {
      steps.add(waiting.step());
      pending = null;
    }
  }
}
