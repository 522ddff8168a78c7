package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rebuilds conversations of a gateway's log, one line per model call: a line belongs to the latest
 * conversation whose messages are a prefix of its request's. Holds the last line of every
 * conversation until the end of the file.
 */
final class RequestLog {
  /** The last call of a conversation. */
  private record Exchange(JsonNode line, RecordPlace place) {}

  private final ChatReader reader;

  /** By the digest of their messages, those that still may go on; the latest is the first. */
  private final Map<Long, Deque<Long>> conversationsByMessages = new HashMap<>();

  private final Map<Long, Exchange> conversations = new LinkedHashMap<>();
  private long opened;

  RequestLog(ChatReader reader) {
    this.reader = reader;
  }

  /** The messages that a request repeats; null if it has none. */
  static @Nullable JsonNode history(JsonNode line) {
    return Json.arrayOf(line.path("request").get("messages"));
  }

  /** The message that answers a request; null if there is none. */
  static @Nullable JsonNode reply(JsonNode line) {
    JsonNode reply = line.path("response").path("choices").path(0).path("message");
    return reply.isObject() ? reply : null;
  }

  void add(JsonNode line, RecordPlace place, TrajectoryListener listener) throws IOException {
    JsonNode history = history(line);
    if (history == null) {
      listener.rejected(place + ": request.messages is missing, expected an array of messages");
      return;
    }
    Long prefix = null;
    long digest = 0;
    for (JsonNode message : history) {
      digest = digest * 1_000_003 + content(message);
      prefix = conversationsByMessages.containsKey(digest) ? Long.valueOf(digest) : prefix;
    }
    Long conversation = prefix == null ? Long.valueOf(opened++) : goOn(prefix);
    JsonNode reply = reply(line);
    if (reply != null) {
      digest = digest * 1_000_003 + content(reply);
    }
    conversationsByMessages.computeIfAbsent(digest, key -> new ArrayDeque<>(1)).push(conversation);
    conversations.put(conversation, new Exchange(line, place));
  }

  /** Takes the latest conversation of these messages: it goes on, others of the same may later. */
  private Long goOn(Long messages) {
    Deque<Long> same = Objects.requireNonNull(conversationsByMessages.get(messages));
    Long latest = same.pop();
    if (same.isEmpty()) {
      conversationsByMessages.remove(messages);
    }
    return latest;
  }

  /**
   * A digest that tells messages apart: replies come back with fewer or more empty fields, and
   * arguments spaced otherwise.
   */
  private static long content(JsonNode message) {
    return Json.idOf(message, "role").hashCode() * 31L * 31L
        + MessageText.of(message.get("content")).hashCode() * 31L
        + calls(message).hashCode();
  }

  /** The name and the parsed arguments of each call. */
  private static List<Object> calls(JsonNode message) {
    List<Object> calls = new ArrayList<>();
    JsonNode list = Json.arrayOf(message.get("tool_calls"));
    for (JsonNode call : list == null ? List.<JsonNode>of() : list) {
      JsonNode body = ToolList.body(call);
      JsonNode input = body.path(body.has("input") ? "input" : "arguments");
      JsonNode parsed = input.isTextual() ? Json.parse(input.textValue()) : null;
      calls.add(List.of(Json.idOf(body, "name"), parsed == null ? input : parsed));
    }
    return calls;
  }

  void end() throws IOException {
    for (Exchange last : conversations.values()) {
      reader.readExchange(last.line(), last.place());
    }
    conversations.clear();
  }
}
