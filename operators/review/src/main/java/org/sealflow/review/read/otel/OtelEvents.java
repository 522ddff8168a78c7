package org.sealflow.review.read.otel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.review.read.Json;

/** Messages as log events, as the conventions had them up to 1.36: turned into chat spans. */
final class OtelEvents {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** One event. */
  private record Event(String name, OtelSpan span, JsonNode body) {}

  private final Map<String, List<Event>> bySpan = new LinkedHashMap<>();

  void add(String name, OtelSpan span, JsonNode body) {
    bySpan
        .computeIfAbsent(span.trace() + span.id(), key -> new ArrayList<>())
        .add(new Event(name, span, body));
  }

  /** A chat span for each span that has events. */
  List<OtelSpan> spans() {
    List<OtelSpan> spans = new ArrayList<>();
    for (List<Event> events : bySpan.values()) {
      events.sort(Comparator.comparing(Event::span, OtelSpan.IN_TIME));
      ArrayNode input = NODES.arrayNode();
      ArrayNode output = NODES.arrayNode();
      events.forEach(event -> add(event, input, output));
      OtelSpan first = events.get(0).span();
      Map<String, JsonNode> attributes = new HashMap<>();
      attributes.put("gen_ai.operation.name", TextNode.valueOf("chat"));
      attributes.put(OtelTrace.INPUT, input);
      attributes.put(OtelTrace.OUTPUT, output);
      spans.add(
          new OtelSpan(
              first.trace(),
              first.id(),
              null,
              first.position(),
              first.place(),
              attributes,
              first.origin()));
    }
    return spans;
  }

  /** A span with the messages of its events, where it has none of its own. */
  static OtelSpan joined(OtelSpan span, OtelSpan events) {
    Map<String, JsonNode> attributes = new HashMap<>(events.attributes());
    attributes.putAll(span.attributes());
    return new OtelSpan(
        span.trace(),
        span.id(),
        span.parent(),
        span.position(),
        span.place(),
        attributes,
        span.origin());
  }

  private static void add(Event event, ArrayNode input, ArrayNode output) {
    switch (event.name()) {
      case "gen_ai.system.message" -> input.add(message("system", event.body()));
      case "gen_ai.user.message" -> input.add(message("user", event.body()));
      case "gen_ai.assistant.message" -> input.add(message("assistant", event.body()));
      case "gen_ai.tool.message" -> input.add(message("tool", event.body()));
      case "gen_ai.choice" -> output.add(message("assistant", event.body().path("message")));
      default -> {
        // Other events carry no message.
      }
    }
  }

  private static ObjectNode message(String role, JsonNode body) {
    ObjectNode message = NODES.objectNode().put("role", role);
    ArrayNode parts = message.putArray("parts");
    JsonNode content = body.path("content");
    if (role.equals("tool")) {
      parts
          .addObject()
          .put("type", "tool_call_response")
          .put("id", Json.idOf(body, "id"))
          .set("response", content.isMissingNode() ? NODES.nullNode() : content);
    } else if (content.isArray()) {
      content.forEach(part -> parts.add(said(part)));
    } else if (!content.isMissingNode() && !content.isNull()) {
      parts.addObject().put("type", "text").set("content", content);
    }
    for (JsonNode call : body.path("tool_calls")) {
      parts
          .addObject()
          .put("type", "tool_call")
          .put("id", Json.idOf(call, "id"))
          .put("name", Json.idOf(call.path("function"), "name"))
          .set("arguments", call.path("function").path("arguments").deepCopy());
    }
    return message;
  }

  /** A content part as spans have it: there, text is the field {@code content}. */
  private static JsonNode said(JsonNode part) {
    JsonNode text = part.path("text");
    return text.isTextual() ? NODES.objectNode().put("type", "text").set("content", text) : part;
  }
}
