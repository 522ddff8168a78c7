package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;

/**
 * The items of one Responses record. A turn of the agent is the longest run of its items until the
 * first output or user message.
 */
final class ResponseItems {
  private static final String CUSTOM = "custom_tool_call";

  private final RecordProblems problems;
  private final ConversationBuilder conversation;
  private boolean inTurn;

  ResponseItems(RecordProblems problems) {
    this.problems = problems;
    this.conversation = new ConversationBuilder(problems);
  }

  void addAll(String name, JsonNode items) {
    int at = 0;
    inTurn = false;
    for (JsonNode item : items) {
      add(name + "[" + at++ + "]", item);
    }
  }

  /** Adds a message of somebody other than the agent. */
  void say(Speaker speaker, String place, MessageText text) {
    inTurn = false;
    conversation.add(speaker, place, text);
  }

  private void add(String place, JsonNode item) {
    String type = Json.idOf(item, "type");
    if (!item.isObject() || (type.isEmpty() && !ChatReader.isMessage(item))) {
      problems.reject(place, Quoted.of(item) + " is not an item: it has neither type nor role");
      return;
    }
    switch (type) {
      case "", "message" -> addMessage(place, item);
      case "reasoning" -> openTurn(place);
      case "function_call" -> addCall(place, item, "arguments", CallKind.FUNCTION);
      case CUSTOM -> addCall(place, item, "input", CallKind.CUSTOM);
      case "function_call_output", CUSTOM + "_output" -> {
        inTurn = false;
        conversation.result(
            place,
            Json.idOf(item, "call_id"),
            MessageText.of(item.get("output")),
            CallSuccess.UNKNOWN);
      }
      case "mcp_call" -> addHosted(place, item);
      default -> conversation.addOpaque(place);
    }
  }

  private void addMessage(String place, JsonNode item) {
    MessageText text = MessageText.of(item.get("content"));
    switch (Json.idOf(item, "role")) {
      case "assistant" -> {
        openTurn(place);
        conversation.extend(text);
      }
      case "system", "developer" -> say(Speaker.SYSTEM, place, text);
      default -> say(Speaker.USER, place, text);
    }
  }

  private void openTurn(String place) {
    if (!inTurn) {
      conversation.add(Speaker.MODEL, place, MessageText.of(null));
      inTurn = true;
    }
  }

  /** Whether there is a call to add. */
  private boolean addCall(String place, JsonNode item, String arguments, CallKind kind) {
    String name = Json.text(item, "name");
    if (name == null) {
      problems.reject(place, "the call has no name");
      return false;
    }
    openTurn(place);
    conversation.callAt(
        place,
        Json.idOf(item, "call_id"),
        name,
        ChatMessages.arguments(item.path(arguments)),
        kind);
    return true;
  }

  /** The provider calls by itself and puts call and result into one item. */
  private void addHosted(String place, JsonNode item) {
    if (!addCall(place, item, "arguments", CallKind.HOSTED)) {
      return;
    }
    boolean failed = item.hasNonNull("error") || "failed".equals(Json.text(item, "status"));
    JsonNode shown = item.hasNonNull("output") ? item.get("output") : item.get("error");
    if (failed || item.hasNonNull("output")) {
      conversation.resultWithin(
          MessageText.of(shown), failed ? CallSuccess.FAILED : CallSuccess.SUCCEEDED);
    }
  }

  List<RecordedMessage> finish() {
    return conversation.finish();
  }

  RecordOutcome outcome() {
    return conversation.outcome();
  }
}
