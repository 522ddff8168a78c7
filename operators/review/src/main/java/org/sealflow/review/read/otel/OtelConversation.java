package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.ChatMessages;
import org.sealflow.review.read.ConversationBuilder;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.MessageText;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordProblems;

/**
 * The conversation of one agent's spans in time. A chat span whose input goes on from the one
 * before adds what is new; another one begins anew, and what was before it is kept.
 */
final class OtelConversation {
  private final List<OtelSpan> spans;
  private final RecordProblems problems;
  private final ConversationBuilder conversation;
  private final Map<String, OtelSpan> toolSpans = new HashMap<>();
  private final Set<String> answered = new HashSet<>();
  private final Set<String> called = new HashSet<>();
  private boolean lastFailed;

  OtelConversation(List<OtelSpan> spans, RecordProblems problems) {
    this.spans = spans;
    this.problems = problems;
    this.conversation = new ConversationBuilder(problems);
    for (OtelSpan span : spans) {
      if (span.isTool()) {
        toolSpans.put(span.text("gen_ai.tool.call.id"), span);
      }
    }
  }

  List<RecordedMessage> messages() {
    boolean content =
        spans.stream()
            .anyMatch(
                span ->
                    span.attributes().containsKey(OtelTrace.INPUT)
                        || span.attributes().containsKey(OtelTrace.OUTPUT));
    if (content) {
      addChats();
    } else {
      addOperations();
    }
    return conversation.finish();
  }

  RecordOutcome outcome() {
    return lastFailed ? RecordOutcome.INFRASTRUCTURE_FAILED : conversation.outcome();
  }

  private void addChats() {
    List<JsonNode> history = new ArrayList<>();
    for (OtelSpan span : spans) {
      if (!span.isChat()) {
        continue;
      }
      List<JsonNode> input = list(span, OtelTrace.INPUT);
      List<JsonNode> output = list(span, OtelTrace.OUTPUT);
      lastFailed = output.isEmpty() && span.success() == CallSuccess.FAILED;
      boolean goesOn = !history.isEmpty() && isPrefix(history, input);
      if (!goesOn) {
        addInstructions(span);
      }
      for (JsonNode message : input.subList(goesOn ? history.size() : 0, input.size())) {
        add(span, message, goesOn ? Speaker.MODEL : Speaker.PROGRAM);
      }
      if (!output.isEmpty()) {
        add(span, output.get(0), Speaker.MODEL);
      }
      history = new ArrayList<>(input);
      history.addAll(output.subList(0, Math.min(1, output.size())));
    }
    addLateResults();
  }

  private void addInstructions(OtelSpan span) {
    StringBuilder text = new StringBuilder();
    for (JsonNode part : list(span, "gen_ai.system_instructions")) {
      text.append(Json.idOf(part, "content"));
    }
    if (text.length() > 0) {
      conversation.add(Speaker.SYSTEM, place(span), new MessageText(text.toString(), null, false));
    }
  }

  /** A list that is structured, or text that holds it. */
  private List<JsonNode> list(OtelSpan span, String attribute) {
    JsonNode value = span.attributes().get(attribute);
    JsonNode list = Json.arrayOf(value);
    if (list == null && value != null && !value.isNull()) {
      problems.note(place(span), attribute + " is not JSON of a list: " + Quoted.of(value));
    }
    List<JsonNode> members = new ArrayList<>();
    if (list != null) {
      list.forEach(members::add);
    }
    return members;
  }

  /** Whether messages begin with others; only role and parts count. */
  private static boolean isPrefix(List<JsonNode> before, List<JsonNode> messages) {
    if (before.size() > messages.size()) {
      return false;
    }
    for (int at = 0; at < before.size(); at++) {
      JsonNode one = before.get(at);
      JsonNode other = messages.get(at);
      if (!one.path("role").equals(other.path("role"))
          || !one.path("parts").equals(other.path("parts"))) {
        return false;
      }
    }
    return true;
  }

  private static String place(OtelSpan span) {
    return "span " + span.id();
  }

  private void add(OtelSpan span, JsonNode message, Speaker model) {
    String role = Json.idOf(message, "role");
    MessageText text = text(message);
    switch (role) {
      case "system" -> conversation.add(Speaker.SYSTEM, place(span), text);
      case "assistant" -> {
        conversation.add(model, place(span), text);
        addCalls(message);
      }
      case "tool" -> addResults(span, message);
      default -> {
        conversation.add(Speaker.USER, place(span), text);
        addResults(span, message);
      }
    }
  }

  private static MessageText text(JsonNode message) {
    StringBuilder text = new StringBuilder();
    boolean opaque = false;
    for (JsonNode part : message.path("parts")) {
      switch (Json.idOf(part, "type")) {
        case "text" -> text.append(Json.idOf(part, "content"));
        case "reasoning", "tool_call", "tool_call_response" -> {
          // Not part of what is said.
        }
        default -> opaque = true;
      }
    }
    return new MessageText(text.toString(), null, opaque);
  }

  private void addCalls(JsonNode message) {
    for (JsonNode part : message.path("parts")) {
      if (Json.idOf(part, "type").equals("tool_call")) {
        JsonNode arguments = part.path("arguments");
        String id = Json.idOf(part, "id");
        conversation.call(
            id,
            Json.idOf(part, "name"),
            ChatMessages.arguments(arguments),
            arguments.isMissingNode() ? CallKind.UNRECORDED : CallKind.FUNCTION);
        called.add(id);
        answered.remove(id);
      }
    }
  }

  private void addResults(OtelSpan span, JsonNode message) {
    for (JsonNode part : message.path("parts")) {
      if (Json.idOf(part, "type").equals("tool_call_response")) {
        JsonNode response = part.has("response") ? part.get("response") : part.path("result");
        String id = Json.idOf(part, "id");
        addResult(span, id, MessageText.ofResponse(response), success(toolSpans.get(id)));
      }
    }
  }

  private void addResult(OtelSpan span, String id, MessageText text, CallSuccess success) {
    if (id.isEmpty()) {
      conversation.resultInOrder(place(span), null, text, success);
    } else {
      conversation.result(place(span), id, text, success);
      answered.add(id);
    }
  }

  private static CallSuccess success(@Nullable OtelSpan tool) {
    return tool == null ? CallSuccess.UNKNOWN : tool.success();
  }

  /** Results that no later model call shows, by the tools' own spans. */
  private void addLateResults() {
    for (OtelSpan span : spans) {
      String id = span.text("gen_ai.tool.call.id");
      if (span.isTool() && called.contains(id) && !answered.contains(id)) {
        addResult(span, id, resultOf(span), span.success());
      }
    }
  }

  private static MessageText resultOf(OtelSpan tool) {
    JsonNode result = tool.attributes().get("gen_ai.tool.call.result");
    return result == null
        ? new MessageText(tool.original().path("status").path("message").asText(""), null, false)
        : MessageText.ofResponse(result);
  }

  /** Without messages: the names and ends of model calls and tools in time. */
  private void addOperations() {
    for (OtelSpan span : spans) {
      lastFailed = span.isChat() ? span.success() == CallSuccess.FAILED : lastFailed;
      if (span.isChat() && !lastFailed) {
        conversation.add(Speaker.MODEL, place(span), new MessageText("", null, true));
      } else if (span.isTool()) {
        addOperation(span);
      }
    }
  }

  private void addOperation(OtelSpan tool) {
    JsonNode arguments = tool.attributes().get("gen_ai.tool.call.arguments");
    String own = tool.text("gen_ai.tool.call.id");
    String id = own.isEmpty() ? tool.id() : own;
    boolean linked =
        conversation.callOfModel(
            id,
            tool.text("gen_ai.tool.name"),
            arguments == null ? "" : ChatMessages.arguments(arguments),
            arguments == null ? CallKind.UNRECORDED : CallKind.FUNCTION);
    if (linked) {
      conversation.result(place(tool), id, resultOf(tool), tool.success());
    }
  }
}
