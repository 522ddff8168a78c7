package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.Json;

/**
 * Documents of ATIF with the diagnosis in {@code extra} of the document, its steps and, from
 * version 1.7 on, its calls.
 */
final class AtifForm {
  private static final String VERSION = "ATIF-v1.7";
  private static final Pattern OLD = Pattern.compile("ATIF-v1\\.[0-6]");
  private static final Pattern STEP = Pattern.compile("steps\\[(\\d+)]");

  private final RecordedTrajectory trajectory;
  private final ObjectNode document;
  private final Map<Integer, ObjectNode> steps = new HashMap<>();

  private AtifForm(RecordedTrajectory trajectory, ObjectNode document) {
    this.trajectory = trajectory;
    this.document = document;
  }

  /** A document made of a record of another format. */
  static ObjectNode converted(DiagnosedTrajectory diagnosed, Losses losses) {
    AtifForm form = new AtifForm(diagnosed.trajectory(), JsonNodeFactory.instance.objectNode());
    form.convert(losses);
    form.add(diagnosed);
    form.document.withObjectProperty("extra").set(DiagnosedTrajectory.SOURCE, diagnosed.source());
    return form.document;
  }

  /** Puts the diagnosis into the document that was read. */
  static void annotate(ObjectNode document, DiagnosedTrajectory diagnosed) {
    AtifForm form = new AtifForm(diagnosed.trajectory(), document);
    for (DiagnosedTurn turn : diagnosed.turns()) {
      Matcher place = STEP.matcher(form.message(turn).place());
      if (place.matches()
          && document.path("steps").path(Integer.parseInt(place.group(1)))
              instanceof ObjectNode step) {
        form.steps.put(turn.message(), step);
      }
    }
    form.add(diagnosed);
  }

  private RecordedMessage message(DiagnosedTurn turn) {
    return trajectory.messages().get(turn.message());
  }

  private void add(DiagnosedTrajectory diagnosed) {
    extra(document).set(DiagnosedTrajectory.KEY, diagnosed.diagnosis().deepCopy());
    boolean calls = !OLD.matcher(document.path("schema_version").asText("")).matches();
    for (DiagnosedTurn turn : diagnosed.turns()) {
      ObjectNode step = steps.get(turn.message());
      if (step == null) {
        continue;
      }
      Integer at = turn.call();
      ObjectNode place =
          at != null && calls && step.path("tool_calls").path(at) instanceof ObjectNode call
              ? call
              : step;
      ObjectNode extra = extra(place);
      ObjectNode own =
          extra.path(DiagnosedTrajectory.KEY) instanceof ObjectNode known
              ? known
              : extra.putObject(DiagnosedTrajectory.KEY);
      own.withArrayProperty("findings").add(turn.details().deepCopy());
    }
  }

  private static ObjectNode extra(ObjectNode of) {
    return of.path("extra") instanceof ObjectNode extra ? extra : of.putObject("extra");
  }

  private void convert(Losses losses) {
    document.put("schema_version", VERSION).put("trajectory_id", trajectory.id());
    ObjectNode agent = document.putObject("agent").put("name", "unknown").put("version", "unknown");
    if (trajectory.tools() != null) {
      ArrayNode definitions = agent.putArray("tool_definitions");
      trajectory.tools().forEach(tool -> definitions.add(nested(tool)));
    }
    ArrayNode list = document.putArray("steps");
    ResultOwners owners = new ResultOwners(trajectory);
    ObjectNode lastReply = null;
    int lastCalling = -1;
    for (int at = 0; at < trajectory.messages().size(); at++) {
      RecordedMessage message = trajectory.messages().get(at);
      if (message.opaque()) {
        losses.lose(Losses.Kind.OPAQUE_PARTS);
      }
      if (message.speaker() == Speaker.TOOL) {
        addResult(message, owners.of(at), lastReply, lastCalling, losses);
        continue;
      }
      ObjectNode step = list.addObject();
      steps.put(at, step);
      step.put("step_id", list.size());
      addStep(step, message, at);
      boolean agentStep = "agent".equals(step.get("source").asText());
      lastReply = agentStep ? step : lastReply;
      lastCalling = message.calls().isEmpty() ? lastCalling : at;
    }
  }

  static JsonNode nested(OfferedTool tool) {
    if (tool.definition().path("function").isObject()
        || tool.definition().path("custom").isObject()) {
      return tool.definition();
    }
    ObjectNode nested = JsonNodeFactory.instance.objectNode().put("type", "function");
    ObjectNode function = nested.putObject("function");
    tool.definition()
        .properties()
        .forEach(
            field -> {
              if (!field.getKey().equals("type")) {
                function.set(field.getKey(), field.getValue());
              }
            });
    return nested;
  }

  private static void addStep(ObjectNode step, RecordedMessage message, int at) {
    boolean agent = message.speaker() == Speaker.MODEL || message.speaker() == Speaker.PROGRAM;
    step.put("source", agent ? "agent" : message.speaker() == Speaker.SYSTEM ? "system" : "user");
    boolean refused = message.refusal() != null && message.text().isEmpty();
    step.put("message", refused ? message.refusal() : message.text());
    ArrayNode calls = JsonNodeFactory.instance.arrayNode();
    for (int index = 0; index < message.calls().size(); index++) {
      calls.add(call(message, at, index));
    }
    if (!calls.isEmpty() && agent) {
      step.set("tool_calls", calls);
    } else if (!calls.isEmpty()) {
      // Only an agent's step may hold calls.
      step.putObject("extra").set("tool_calls", calls);
    }
    for (int index = 0; agent && index < message.calls().size(); index++) {
      RecordedResult result = message.calls().get(index).result();
      if (result != null && result.message() == at) {
        addResult(step, ResultOwners.id(message, at, index), result);
      }
    }
    if (agent) {
      step.put("llm_call_count", message.speaker() == Speaker.MODEL ? 1 : 0);
    }
    if (message.refusal() != null) {
      extra(step).put("refusal", message.refusal());
    }
  }

  private static ObjectNode call(RecordedMessage message, int at, int index) {
    RecordedCall call = message.calls().get(index);
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("tool_call_id", ResultOwners.id(message, at, index))
            .put("function_name", call.name());
    JsonNode arguments = call.kind() == CallKind.CUSTOM ? null : Json.parse(call.arguments());
    if (arguments != null && arguments.isObject()) {
      node.set("arguments", arguments);
    } else {
      node.putObject("arguments");
    }
    if (!node.get("arguments").toString().equals(call.arguments())) {
      ObjectNode extra = node.putObject("extra").put("raw_arguments", call.arguments());
      if (arguments == null || !arguments.isObject()) {
        extra.put("invalid_arguments", true);
      }
    }
    return node;
  }

  private void addResult(
      RecordedMessage message,
      List<ResultOwners.Owner> owners,
      @Nullable ObjectNode lastReply,
      int lastCalling,
      Losses losses) {
    if (owners.size() != 1) {
      if (lastReply != null) {
        lastReply
            .withObjectProperty("observation")
            .withArrayProperty("results")
            .addObject()
            .put("content", message.text());
      }
      return;
    }
    ResultOwners.Owner owner = owners.get(0);
    if (owner.message() != lastCalling) {
      losses.lose(Losses.Kind.LATE_RESULTS);
    }
    ObjectNode step = steps.get(owner.message());
    RecordedResult result = owner.call().result();
    if (step != null && result != null) {
      addResult(step, owner.name(), result);
    }
  }

  private static void addResult(ObjectNode step, String call, RecordedResult result) {
    boolean agent = "agent".equals(step.path("source").asText());
    ObjectNode holder = agent ? step.withObjectProperty("observation") : extra(step);
    ObjectNode node =
        holder
            .withArrayProperty("results")
            .addObject()
            .put("source_call_id", call)
            .put("content", result.text());
    if (result.success() != CallSuccess.UNKNOWN) {
      node.putObject("extra").put("error", result.success() == CallSuccess.FAILED);
    }
  }
}
