package org.sealflow.serve.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.util.Map;
import java.util.Set;

/**
 * Puts the chunks of a streamed answer together into the answer that would have come at once: texts
 * are joined, lists of tokens too, calls and choices go by their index. Not thread-safe.
 */
final class StreamedAnswer {
  /** Choices of an answer, or calls of a message. */
  private static final int MOST_INDEXED = 1024;

  /** Texts that chunks repeat instead of continuing. */
  private static final Set<String> WHOLE = Set.of("role", "id", "type", "name", "finish_reason");

  private static final String INDEX = "index";
  private static final String DELTA = "delta";
  private static final String MESSAGE = "message";

  private final ObjectMapper json;
  private final ObjectNode answer = JsonNodeFactory.instance.objectNode();
  private final ArrayNode choices = JsonNodeFactory.instance.arrayNode();
  private boolean begun;

  private StreamedAnswer(ObjectMapper json) {
    this.json = json;
  }

  /**
   * The whole answer of server-sent events.
   *
   * @throws UnreadableCallException if an event is not a chunk, or there is none
   */
  static ObjectNode of(String events, ObjectMapper json) throws UnreadableCallException {
    StreamedAnswer streamed = new StreamedAnswer(json);
    for (String line : (Iterable<String>) events.lines()::iterator) {
      if (line.startsWith("data:")) {
        streamed.add(line.substring("data:".length()).strip());
      }
    }
    return streamed.whole();
  }

  private void add(String data) throws UnreadableCallException {
    if (data.isEmpty() || data.equals("[DONE]")) {
      return;
    }
    JsonNode chunk;
    try {
      chunk = json.readTree(data);
    } catch (JsonProcessingException broken) {
      throw new UnreadableCallException("an event of the stream is no JSON");
    }
    if (!chunk.isObject()) {
      throw new UnreadableCallException("an event of the stream is no object");
    }
    begun = true;
    for (Map.Entry<String, JsonNode> field : chunk.properties()) {
      if (field.getKey().equals("choices")) {
        addIndexed(choices, field.getValue());
      } else if (!field.getValue().isNull()) {
        answer.set(field.getKey(), field.getValue());
      }
    }
  }

  private static void addIndexed(ArrayNode members, JsonNode parts) throws UnreadableCallException {
    for (JsonNode part : parts) {
      if (part.isObject()) {
        addTo(member(members, part.path(INDEX).asInt(0)), part);
      }
    }
  }

  private static ObjectNode member(ArrayNode members, int index) throws UnreadableCallException {
    for (JsonNode member : members) {
      if (member.path(INDEX).asInt() == index) {
        return (ObjectNode) member;
      }
    }
    if (members.size() == MOST_INDEXED) {
      throw new UnreadableCallException("the stream has more than " + MOST_INDEXED + " choices");
    }
    return members.addObject().put(INDEX, index);
  }

  private static void addTo(ObjectNode whole, JsonNode part) throws UnreadableCallException {
    for (Map.Entry<String, JsonNode> field : part.properties()) {
      String name = field.getKey().equals(DELTA) ? MESSAGE : field.getKey();
      JsonNode value = field.getValue();
      JsonNode before = whole.get(name);
      if (value.isNull()) {
        if (before == null) {
          whole.set(name, value);
        }
      } else if (value.isTextual() && !WHOLE.contains(name)) {
        join(whole, name, value.textValue());
      } else if (value.isArray()) {
        addList(before instanceof ArrayNode list ? list : whole.putArray(name), value);
      } else if (value.isObject()) {
        addTo(before instanceof ObjectNode object ? object : whole.putObject(name), value);
      } else if (!value.isTextual() || !value.textValue().isEmpty() || before == null) {
        whole.set(name, value);
      }
    }
  }

  private static void addList(ArrayNode whole, JsonNode part) throws UnreadableCallException {
    if (part.path(0).has(INDEX)) {
      addIndexed(whole, part);
    } else {
      part.forEach(whole::add);
    }
  }

  /** Joined in a builder: as texts, long answers would be copied with every chunk. */
  private static void join(ObjectNode whole, String name, String more) {
    if (whole.get(name) instanceof POJONode node
        && node.getPojo() instanceof StringBuilder before) {
      before.append(more);
    } else {
      StringBuilder text = new StringBuilder();
      text.append(more);
      whole.set(name, JsonNodeFactory.instance.pojoNode(text));
    }
  }

  private ObjectNode whole() throws UnreadableCallException {
    if (!begun) {
      throw new UnreadableCallException("the stream has no event");
    }
    if (!answer.path("error").isMissingNode()) {
      return answer;
    }
    for (JsonNode choice : choices) {
      if (choice.path(MESSAGE) instanceof ObjectNode message && !message.has("role")) {
        message.put("role", "assistant");
      }
      choice.path(MESSAGE).path("tool_calls").forEach(StreamedAnswer::withoutIndex);
    }
    answer.put("object", "chat.completion");
    answer.set("choices", finished(choices));
    return answer;
  }

  private static void withoutIndex(JsonNode call) {
    if (call instanceof ObjectNode object) {
      object.remove(INDEX);
    }
  }

  private static JsonNode finished(JsonNode node) {
    if (node instanceof POJONode text) {
      return JsonNodeFactory.instance.textNode(String.valueOf(text.getPojo()));
    }
    if (node instanceof ObjectNode object) {
      object.properties().forEach(field -> field.setValue(finished(field.getValue())));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        if (array.get(i).isContainerNode()) {
          array.set(i, finished(array.get(i)));
        }
      }
    }
    return node;
  }
}
