package org.sealflow.jobs.export.diagnosis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/**
 * Messages of Chat Completions, and records of Responses, with the diagnosis under a key beside
 * them: servers refuse messages with keys that they do not know.
 */
final class OpenAiForm {
  private final RecordedTrajectory trajectory;
  private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();
  private final Map<Integer, Integer> written = new HashMap<>();

  private OpenAiForm(RecordedTrajectory trajectory) {
    this.trajectory = trajectory;
  }

  /** The record that was read with the diagnosis beside its messages or items. */
  static ObjectNode annotated(DiagnosedTrajectory diagnosed) {
    JsonNode original = diagnosed.trajectory().original();
    List<String> places = diagnosed.places();
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    if (original.isArray() && diagnosed.format().equals("responses")) {
      record.putObject("responses_create_params").putArray("input");
      record.putObject("response").set("output", original);
      places = places.stream().map(place -> place.replace("items[", "output[")).toList();
      addLayout(record, diagnosed, "items");
    } else if (original.isArray()) {
      record.set("messages", original);
      addLayout(record, diagnosed, "messages");
    } else if ("response".equals(original.path("object").textValue())) {
      record.putObject("responses_create_params");
      record.set("response", original);
      addLayout(record, diagnosed, "response");
    } else {
      original.properties().forEach(field -> record.set(field.getKey(), field.getValue()));
    }
    record.set(DiagnosedTrajectory.KEY, diagnosed.withTurns(places));
    return record;
  }

  /** Says what stood alone before it was given a key beside it. */
  private static void addLayout(ObjectNode record, DiagnosedTrajectory diagnosed, String alone) {
    record
        .putObject(DiagnosedTrajectory.SOURCE)
        .put("format", diagnosed.format())
        .put("alone", alone);
  }

  /** Chat messages made of a record of another format. */
  static ObjectNode converted(DiagnosedTrajectory diagnosed, Losses losses) {
    OpenAiForm form = new OpenAiForm(diagnosed.trajectory());
    form.convert(losses);
    ObjectNode record =
        JsonNodeFactory.instance.objectNode().put("id", diagnosed.trajectory().id());
    record.set("messages", form.messages);
    if (diagnosed.trajectory().tools() != null) {
      ArrayNode tools = record.putArray("tools");
      diagnosed.trajectory().tools().forEach(tool -> tools.add(AtifForm.nested(tool)));
    }
    List<String> places =
        diagnosed.turns().stream()
            .map(turn -> "messages[" + form.written.get(turn.message()) + "]")
            .toList();
    record.set(DiagnosedTrajectory.KEY, diagnosed.withTurns(places));
    record.set(DiagnosedTrajectory.SOURCE, diagnosed.source());
    return record;
  }

  private void convert(Losses losses) {
    ResultOwners owners = new ResultOwners(trajectory);
    for (int at = 0; at < trajectory.messages().size(); at++) {
      RecordedMessage message = trajectory.messages().get(at);
      if (message.opaque()) {
        losses.lose(Losses.Kind.OPAQUE_PARTS);
      }
      if (message.speaker() == Speaker.TOOL) {
        addResult(message, owners.of(at), losses);
        continue;
      }
      if (message.speaker() == Speaker.PROGRAM) {
        losses.lose(Losses.Kind.PROGRAM_STEPS);
      }
      written.put(at, messages.size());
      add(message, at);
      for (ResultOwners.Owner owner : owners.of(at)) {
        // A call whose result stands in the message itself.
        addResult(owner, owner.text(), losses);
      }
    }
  }

  private void add(RecordedMessage message, int at) {
    ObjectNode node =
        messages
            .addObject()
            .put(
                "role",
                switch (message.speaker()) {
                  case SYSTEM -> "system";
                  case USER -> "user";
                  case MODEL, PROGRAM -> "assistant";
                  case TOOL -> "tool";
                });
    boolean nothing = message.text().isEmpty() && !message.calls().isEmpty();
    node.put("content", nothing || message.refusal() != null ? null : message.text());
    if (message.refusal() != null) {
      node.put("refusal", message.refusal());
    }
    for (int index = 0; index < message.calls().size(); index++) {
      RecordedCall call = message.calls().get(index);
      boolean custom = call.kind() == CallKind.CUSTOM;
      ObjectNode one =
          node.withArrayProperty("tool_calls")
              .addObject()
              .put("id", ResultOwners.id(message, at, index))
              .put("type", custom ? "custom" : "function");
      one.putObject(custom ? "custom" : "function")
          .put("name", call.name())
          .put(custom ? "input" : "arguments", call.arguments());
    }
  }

  private void addResult(RecordedMessage message, List<ResultOwners.Owner> owners, Losses losses) {
    if (owners.size() == 1) {
      addResult(owners.get(0), message.text(), losses);
    } else {
      losses.lose(Losses.Kind.UNLINKED_RESULTS);
    }
  }

  private void addResult(ResultOwners.Owner owner, String text, Losses losses) {
    if (owner.call().result() != null && owner.call().result().success() != CallSuccess.UNKNOWN) {
      losses.lose(Losses.Kind.SUCCESS);
    }
    messages.addObject().put("role", "tool").put("tool_call_id", owner.name()).put("content", text);
  }
}
