package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private final Map<Long, Long> conversationByMessages = new HashMap<>();
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
    Long conversation = null;
    long digest = 0;
    for (JsonNode message : history) {
      digest = digest * 1_000_003 + content(message);
      Long known = conversationByMessages.remove(digest);
      conversation = known == null ? conversation : known;
    }
    if (conversation == null) {
      conversation = opened++;
    }
    JsonNode reply = reply(line);
    if (reply != null) {
      digest = digest * 1_000_003 + content(reply);
    }
    conversationByMessages.put(digest, conversation);
    conversations.put(conversation, new Exchange(line, place));
  }

  /** A digest that tells messages apart: replies come back with fewer or more empty fields. */
  private static long content(JsonNode message) {
    return Json.idOf(message, "role").hashCode() * 31L * 31L
        + MessageText.of(message.get("content")).hashCode() * 31L
        + (message.hasNonNull("tool_calls") ? message.get("tool_calls").hashCode() : 0);
  }

  void end() throws IOException {
    for (Exchange last : conversations.values()) {
      reader.readExchange(last.line(), last.place());
    }
    conversations.clear();
  }
}
