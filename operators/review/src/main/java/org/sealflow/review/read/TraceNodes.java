package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;

/** The message graph of a trace. The conversation is the path to its last leaf. */
final class TraceNodes {
  private static final List<String> COMPACT =
      List.of("logprobs", "advantages", "reference_logprobs");

  /** Above so many leaves times nodes only the last branch is looked at. */
  private static final long MOST_STEPS = 50_000_000;

  private final JsonNode nodes;
  private final RecordProblems problems;
  private @Nullable ConversationBuilder last;

  TraceNodes(JsonNode nodes, RecordProblems problems) {
    this.nodes = nodes;
    this.problems = problems;
  }

  /** Checks parents and the lengths of the arrays per token. */
  void check() {
    if (!nodes.isArray()) {
      return;
    }
    for (int at = 0; at < nodes.size(); at++) {
      JsonNode node = nodes.get(at);
      JsonNode parent = node.path("parent");
      if (parent.isNumber() && (parent.asInt() < 0 || parent.asInt() >= at)) {
        problems.reject(place(at), "parent " + parent + " is not an earlier node");
      }
      checkTokens(place(at), node);
      if (node.path("sampled").asBoolean(false) && !"assistant".equals(role(node))) {
        problems.noteOnly(place(at), "sampled, but its role is " + Quoted.of(role(node)));
      }
    }
  }

  private void checkTokens(String place, JsonNode node) {
    int tokens = node.path("token_ids").size();
    int masks = node.path("mask").size();
    if (masks != tokens) {
      problems.reject(place, "mask has " + masks + " values for " + tokens + " tokens");
    }
    int content = node.path("is_content").size();
    if (content != 0 && content != tokens) {
      problems.reject(place, "is_content has " + content + " values for " + tokens + " tokens");
    }
    int sampled = 0;
    for (JsonNode mask : node.path("mask")) {
      sampled += mask.asBoolean() ? 1 : 0;
    }
    for (String stream : COMPACT) {
      int length = node.path(stream).size();
      if (length > sampled) {
        problems.reject(
            place, stream + " has " + length + " values for " + sampled + " sampled tokens");
      }
    }
    node.path("loss_weights")
        .properties()
        .forEach(
            stream -> {
              if (stream.getValue().size() != tokens) {
                problems.reject(
                    place,
                    "loss_weights '"
                        + stream.getKey()
                        + "' has "
                        + stream.getValue().size()
                        + " values for "
                        + tokens
                        + " tokens");
              }
            });
  }

  /** Notes model calls that name no sampled node. */
  void checkModelCalls(JsonNode calls) {
    if (!calls.isArray()) {
      return;
    }
    for (int at = 0; at < calls.size(); at++) {
      JsonNode node = calls.get(at).path("node");
      if (node.isNumber() && !nodes.path(node.asInt()).path("sampled").asBoolean(false)) {
        problems.noteOnly("calls[" + at + "]", "node " + node + " is not a sampled node");
      }
    }
  }

  /** The messages of the last branch; all branches are checked for calls and results. */
  List<RecordedMessage> conversation() {
    if (problems.rejected()) {
      return List.of();
    }
    boolean[] inner = new boolean[nodes.size()];
    for (JsonNode node : nodes) {
      if (node.path("parent").isNumber()) {
        inner[node.get("parent").asInt()] = true;
      }
    }
    int leaves = 0;
    for (boolean isInner : inner) {
      leaves += isInner ? 0 : 1;
    }
    boolean all = (long) leaves * inner.length <= MOST_STEPS;
    List<RecordedMessage> messages = List.of();
    for (int leaf = 0; leaf < inner.length; leaf++) {
      if (!inner[leaf] && (all || leaf == inner.length - 1)) {
        last = new ConversationBuilder(problems);
        for (int at : path(leaf)) {
          add(last, at);
        }
        messages = last.finish();
      }
    }
    return messages;
  }

  private Deque<Integer> path(int leaf) {
    Deque<Integer> path = new ArrayDeque<>();
    int at = leaf;
    while (true) {
      path.addFirst(at);
      JsonNode parent = nodes.get(at).path("parent");
      if (!parent.isNumber()) {
        return path;
      }
      at = parent.asInt();
    }
  }

  private void add(ConversationBuilder conversation, int at) {
    JsonNode message = nodes.get(at).path("message");
    MessageText text = MessageText.of(message.get("content"));
    switch (role(nodes.get(at))) {
      case "system" -> conversation.add(Speaker.SYSTEM, place(at), text);
      case "user" -> conversation.add(Speaker.USER, place(at), text);
      case "assistant" -> {
        boolean sampled = nodes.get(at).path("sampled").asBoolean(false);
        conversation.add(sampled ? Speaker.MODEL : Speaker.PROGRAM, place(at), text);
        for (JsonNode call : message.path("tool_calls")) {
          addCall(conversation, at, call);
        }
      }
      case "tool" ->
          conversation.result(
              place(at), Json.idOf(message, "tool_call_id"), text, CallSuccess.UNKNOWN);
      default ->
          problems.reject(
              place(at), "role " + Quoted.of(role(nodes.get(at))) + " is not a role of a message");
    }
  }

  private void addCall(ConversationBuilder conversation, int at, JsonNode call) {
    String name = Json.text(call, "name");
    if (name == null) {
      problems.reject(place(at), "the call has no name");
    } else if (!call.path("arguments").isTextual()) {
      problems.reject(
          place(at), "arguments are " + Quoted.of(call.path("arguments")) + ", expected text");
    } else {
      conversation.call(
          Json.idOf(call, "id"), name, call.get("arguments").textValue(), CallKind.FUNCTION);
    }
  }

  private static String role(JsonNode node) {
    return Json.idOf(node.path("message"), "role");
  }

  private static String place(int at) {
    return "nodes[" + at + "]";
  }

  /** How the last branch ends; to be asked after {@link #conversation}. */
  RecordOutcome outcome() {
    return last == null ? RecordOutcome.UNFINISHED : last.outcome();
  }
}
