package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.otlp.OtlpJson;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.schemas.digest.Sha256;

/**
 * Evaluation events of OpenTelemetry: one for each finding on the span of its reply, one for the
 * trajectory on the agent's span. Records of other formats become spans first; their times are the
 * time of the export, a nanosecond after one another, for they have none of their own.
 */
final class OtelForm {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final DiagnosedTrajectory diagnosed;
  private final RecordedTrajectory trajectory;
  private final String trace;
  private final BigInteger now;
  private final Map<Integer, String> spanOf = new HashMap<>();
  private final List<ObjectNode> spans = new ArrayList<>();
  private String root = "";

  private OtelForm(DiagnosedTrajectory diagnosed, String trace, Instant now) {
    this.diagnosed = diagnosed;
    this.trajectory = diagnosed.trajectory();
    this.trace = trace;
    this.now = OtlpJson.nanos(now);
  }

  /** Judges the spans that were read. */
  static OtelForm ofSpans(DiagnosedTrajectory diagnosed, Instant now) {
    RecordedTrajectory trajectory = diagnosed.trajectory();
    OtelForm form = new OtelForm(diagnosed, trajectory.id().split("/", 2)[0], now);
    for (int at = 0; at < trajectory.messages().size(); at++) {
      String place = trajectory.messages().get(at).place();
      if (place.startsWith("span ")) {
        form.spanOf.put(at, place.substring(5));
        form.root = form.root.isEmpty() ? place.substring(5) : form.root;
      }
    }
    String agent = agentSpan(trajectory.original());
    form.root = agent == null ? form.root : agent;
    return form;
  }

  private static @Nullable String agentSpan(JsonNode original) {
    for (JsonNode span : original.findValues("spans")) {
      for (JsonNode one : span) {
        for (JsonNode attribute : one.path("attributes")) {
          if (attribute.path("key").asText().equals("gen_ai.operation.name")
              && attribute.at("/value/stringValue").asText().equals("invoke_agent")) {
            return hex(one.path("spanId").asText());
          }
        }
      }
    }
    return null;
  }

  private static String hex(String id) {
    return id.length() == 12
        ? HexFormat.of().formatHex(Base64.getDecoder().decode(id))
        : id.toLowerCase(Locale.ROOT);
  }

  /** Makes spans of a record of another format. */
  static OtelForm converted(DiagnosedTrajectory diagnosed, Instant now, Losses losses) {
    RecordedTrajectory trajectory = diagnosed.trajectory();
    OtelForm form =
        new OtelForm(diagnosed, digest(trajectory.source() + "\n" + trajectory.id(), 16), now);
    form.convert(losses);
    return form;
  }

  private static String digest(String text, int bytes) {
    return HexFormat.of().formatHex(Sha256.of(text), 0, bytes);
  }

  /** The spans made; null if those that were read stand. */
  @Nullable ObjectNode traces() {
    if (spans.isEmpty()) {
      return null;
    }
    ObjectNode data = NODES.objectNode();
    ObjectNode scope = OtlpJson.scope(data, "resourceSpans", "scopeSpans");
    ArrayNode list = scope.putArray("spans");
    spans.forEach(list::add);
    return data;
  }

  private void convert(Losses losses) {
    ObjectNode agent = span("invoke_agent", null);
    root = agent.get("spanId").textValue();
    set(agent, DiagnosedTrajectory.SOURCE, diagnosed.source());
    ArrayNode history = NODES.arrayNode();
    ResultOwners owners = new ResultOwners(trajectory);
    int replied = 0;
    for (int at = 0; at < trajectory.messages().size(); at++) {
      RecordedMessage message = trajectory.messages().get(at);
      if (message.opaque()) {
        losses.lose(Losses.Kind.OPAQUE_PARTS);
      }
      if (message.speaker() == Speaker.TOOL && owners.of(at).size() != 1) {
        losses.lose(Losses.Kind.UNLINKED_RESULTS);
        continue;
      }
      if (message.speaker() == Speaker.PROGRAM) {
        losses.lose(Losses.Kind.PROGRAM_STEPS);
      }
      ObjectNode said = message(message, at, owners);
      if (message.speaker() == Speaker.MODEL) {
        addChat(at, history, said);
        replied = at;
      }
      history.add(said);
      for (ResultOwners.Owner owner : owners.of(at)) {
        addTool(owner);
        if (owner.message() == at) {
          history.add(response(owner));
        }
      }
    }
    if (replied < trajectory.messages().size() - 1) {
      losses.lose(Losses.Kind.LAST_MESSAGES);
    }
    agent.put("endTimeUnixNano", time());
  }

  private String time() {
    return now.add(BigInteger.valueOf(spans.size())).toString();
  }

  private ObjectNode span(String operation, @Nullable String name) {
    ObjectNode span =
        NODES
            .objectNode()
            .put("traceId", trace)
            .put("spanId", digest(trace + "/" + spans.size(), 8));
    if (!root.isEmpty()) {
      span.put("parentSpanId", root);
    }
    span.put("name", name == null ? operation : operation + " " + name)
        .put("kind", 1)
        .put("startTimeUnixNano", time())
        .put("endTimeUnixNano", time());
    OtlpJson.attribute(
        span.putArray("attributes"), "gen_ai.operation.name", NODES.textNode(operation));
    spans.add(span);
    return span;
  }

  private static void set(ObjectNode span, String key, JsonNode value) {
    JsonNode plain = value.isContainerNode() ? NODES.textNode(value.toString()) : value;
    OtlpJson.attribute((ArrayNode) span.get("attributes"), key, plain);
  }

  private void addChat(int at, ArrayNode history, ObjectNode said) {
    ObjectNode chat = span("chat", null);
    spanOf.put(at, chat.get("spanId").textValue());
    set(chat, "gen_ai.provider.name", NODES.textNode("unknown"));
    set(chat, "gen_ai.input.messages", history);
    set(chat, "gen_ai.output.messages", NODES.arrayNode().add(said));
    if (trajectory.tools() != null) {
      set(chat, "gen_ai.tool.definitions", definitions(trajectory.tools()));
    }
  }

  private static ArrayNode definitions(List<OfferedTool> tools) {
    ArrayNode definitions = NODES.arrayNode();
    for (OfferedTool tool : tools) {
      ObjectNode flat = definitions.addObject().put("type", "function");
      JsonNode nested = tool.definition().path("function");
      (nested.isObject() ? nested : tool.definition())
          .properties()
          .forEach(field -> flat.set(field.getKey(), field.getValue()));
    }
    return definitions;
  }

  private static ObjectNode message(RecordedMessage message, int at, ResultOwners owners) {
    ObjectNode node = NODES.objectNode();
    ArrayNode parts = node.putArray("parts");
    if (message.speaker() == Speaker.TOOL) {
      return response(owners.of(at).get(0));
    }
    node.put(
        "role",
        switch (message.speaker()) {
          case SYSTEM -> "system";
          case USER -> "user";
          case MODEL, PROGRAM -> "assistant";
          case TOOL -> "tool";
        });
    String text = message.text().isEmpty() ? message.refusal() : message.text();
    if (text != null && !text.isEmpty()) {
      parts.addObject().put("type", "text").put("content", text);
    }
    for (int index = 0; index < message.calls().size(); index++) {
      RecordedCall call = message.calls().get(index);
      ObjectNode part =
          parts
              .addObject()
              .put("type", "tool_call")
              .put("id", ResultOwners.id(message, at, index))
              .put("name", call.name());
      if (call.kind() != CallKind.UNRECORDED) {
        part.put("arguments", call.arguments());
      }
    }
    return node;
  }

  private static ObjectNode response(ResultOwners.Owner owner) {
    ObjectNode node = NODES.objectNode().put("role", "tool");
    RecordedResult result = owner.call().result();
    node.putArray("parts")
        .addObject()
        .put("type", "tool_call_response")
        .put("id", owner.name())
        .put("response", result == null ? "" : result.text());
    return node;
  }

  private void addTool(ResultOwners.Owner owner) {
    RecordedResult result = owner.call().result();
    ObjectNode tool = span("execute_tool", owner.call().name());
    set(tool, "gen_ai.tool.name", NODES.textNode(owner.call().name()));
    set(tool, "gen_ai.tool.call.id", NODES.textNode(owner.name()));
    set(tool, "gen_ai.tool.call.arguments", NODES.textNode(owner.call().arguments()));
    if (result != null && result.success() == CallSuccess.FAILED) {
      set(tool, "error.type", NODES.textNode("tool_error"));
      tool.putObject("status").put("code", 2).put("message", result.text());
    } else if (result != null && result.success() == CallSuccess.SUCCEEDED) {
      set(tool, "gen_ai.tool.call.result", NODES.textNode(result.text()));
      tool.putObject("status").put("code", 1);
    }
  }

  /** The events that judge the spans. */
  ObjectNode evaluations() {
    ObjectNode data = NODES.objectNode();
    ArrayNode records = OtlpJson.scope(data, "resourceLogs", "scopeLogs").putArray("logRecords");
    String verdict = diagnosed.diagnosis().path("verdict").asText();
    ArrayNode attributes = event(records, root, "sealflow.verdict");
    OtlpJson.attribute(
        attributes,
        "gen_ai.evaluation.score.label",
        NODES.textNode(
            switch (verdict) {
              case "PASSED" -> "pass";
              case "POLICY_FAILED" -> "fail";
              default -> verdict.toLowerCase(Locale.ROOT);
            }));
    if (verdict.equals("PASSED") || verdict.equals("POLICY_FAILED")) {
      OtlpJson.attribute(
          attributes,
          "gen_ai.evaluation.score.value",
          NODES.numberNode(verdict.equals("PASSED") ? 1.0 : 0.0));
    }
    addDetails(attributes, diagnosed.diagnosis());
    for (DiagnosedTurn turn : diagnosed.turns()) {
      attributes = event(records, spanOf.getOrDefault(turn.message(), root), "sealflow.turn");
      OtlpJson.attribute(
          attributes, "gen_ai.evaluation.score.label", NODES.textNode(turn.failure()));
      OtlpJson.attribute(attributes, "gen_ai.evaluation.score.value", NODES.numberNode(0.0));
      OtlpJson.attribute(
          attributes, "gen_ai.evaluation.explanation", NODES.textNode(turn.explanation()));
      if (turn.call() != null) {
        RecordedMessage message = trajectory.messages().get(turn.message());
        OtlpJson.attribute(
            attributes,
            "sealflow.call",
            NODES.textNode(ResultOwners.id(message, turn.message(), turn.call())));
      }
      addDetails(attributes, turn.details());
    }
    return data;
  }

  private ArrayNode event(ArrayNode records, String span, String name) {
    ArrayNode attributes = OtlpJson.evaluation(records, now, name);
    ((ObjectNode) records.get(records.size() - 1)).put("traceId", trace).put("spanId", span);
    return attributes;
  }

  private static void addDetails(ArrayNode attributes, ObjectNode details) {
    details
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              JsonNode plain = value.isContainerNode() ? NODES.textNode(value.toString()) : value;
              if (!value.isNull()) {
                OtlpJson.attribute(attributes, "sealflow." + field.getKey(), plain);
              }
            });
  }
}
