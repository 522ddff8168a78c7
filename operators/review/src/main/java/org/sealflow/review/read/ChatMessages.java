package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;

/** The messages of one Chat record. */
public final class ChatMessages {
  private final RecordProblems problems;
  private final ConversationBuilder conversation;
  private boolean brokenDown;

  ChatMessages(RecordProblems problems) {
    this.problems = problems;
    this.conversation = new ConversationBuilder(problems);
  }

  /** Adds a list of messages that is found under this name; null adds none. */
  void addAll(String name, @Nullable JsonNode list) {
    int at = 0;
    for (JsonNode message : list == null ? List.<JsonNode>of() : list) {
      add(name + "[" + at++ + "]", message);
    }
  }

  /** Adds one message; of whatever shape, a problem at worst. */
  void add(String place, JsonNode message) {
    if (!message.isObject()) {
      problems.reject(place, Quoted.of(message) + " is not a message object");
      return;
    }
    String role = Json.text(message, "role");
    if (role == null) {
      problems.reject(place, "the message has no role");
      return;
    }
    switch (role) {
      case "system", "developer" -> addPlain(Speaker.SYSTEM, place, message);
      case "user" -> addUser(place, message);
      case "assistant" -> addReply(place, message);
      case "tool" -> addResult(place, message);
      case "function" ->
          conversation.resultInOrder(
              place, Json.text(message, "name"), text(message), CallSuccess.UNKNOWN);
      default -> {
        problems.noteOnly(place, "role " + Quoted.of(role) + " is unknown, read as user");
        addPlain(Speaker.USER, place, message);
      }
    }
  }

  private void addPlain(Speaker speaker, String place, JsonNode message) {
    conversation.add(speaker, place, text(message));
  }

  private void addUser(String place, JsonNode message) {
    if (message.hasNonNull("tool_calls")) {
      problems.noteOnly(place, "tool_calls on a user message are kept and not diagnosed");
    }
    addPlain(Speaker.USER, place, message);
  }

  private static MessageText text(JsonNode message) {
    return MessageText.of(message.get("content"));
  }

  private void addReply(String place, JsonNode message) {
    MessageText content = text(message);
    String refusal = Json.text(message, "refusal");
    conversation.add(
        Speaker.MODEL,
        place,
        refusal == null ? content : new MessageText(content.text(), refusal, content.opaque()));
    JsonNode calls = message.path("tool_calls");
    JsonNode list = Json.arrayOf(calls);
    if (list != null) {
      int at = 0;
      for (JsonNode call : list) {
        addCall(place + ".tool_calls[" + at++ + "]", call);
      }
    } else if (!calls.isMissingNode() && !calls.isNull()) {
      problems.reject(place, "tool_calls is " + Quoted.of(calls) + ", expected an array");
    }
    JsonNode legacy = message.path("function_call");
    if (legacy.isObject()) {
      addFunction("", place + ".function_call", legacy);
    }
  }

  private void addCall(String place, JsonNode call) {
    String id = Json.idOf(call, "id");
    JsonNode custom = call.path("custom");
    if (custom.path("name").isTextual()) {
      conversation.call(
          id, custom.get("name").textValue(), arguments(custom.path("input")), CallKind.CUSTOM);
    } else {
      // Some writers leave the function's fields flat.
      addFunction(id, place, call.path("function").isObject() ? call.get("function") : call);
    }
  }

  private void addFunction(String id, String place, JsonNode function) {
    String name = Json.text(function, "name");
    if (name == null) {
      problems.reject(place, "the call has no function name");
      return;
    }
    conversation.call(id, name, arguments(function.path("arguments")), CallKind.FUNCTION);
  }

  /** The text as written; of an object, which some writers store, its JSON. */
  public static String arguments(JsonNode arguments) {
    if (arguments.isTextual()) {
      return arguments.textValue();
    }
    return arguments.isMissingNode() || arguments.isNull() ? "" : arguments.toString();
  }

  private void addResult(String place, JsonNode message) {
    String id = Json.idOf(message, "tool_call_id");
    if (!id.isEmpty()) {
      conversation.result(place, id, text(message), CallSuccess.UNKNOWN);
      return;
    }
    String reply = conversation.lastReplyPlace();
    problems.noteOnly(
        reply == null ? place : reply, "empty call ids; results are taken in the order of calls");
    conversation.resultInOrder(
        place, Json.text(message, "name"), text(message), CallSuccess.UNKNOWN);
  }

  /** The model's server answered with an error. */
  void breakDown() {
    brokenDown = true;
  }

  boolean isEmpty() {
    return conversation.isEmpty() && !problems.rejected();
  }

  List<RecordedMessage> finish() {
    return conversation.finish();
  }

  RecordOutcome outcome() {
    return brokenDown ? RecordOutcome.INFRASTRUCTURE_FAILED : conversation.outcome();
  }
}
