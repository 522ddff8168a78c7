package org.sealflow.review.read.atif;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.ConversationBuilder;
import org.sealflow.review.read.FormatReader;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.MessageText;
import org.sealflow.review.read.Quoted;
import org.sealflow.review.read.RecordPlace;
import org.sealflow.review.read.RecordProblems;
import org.sealflow.review.read.ReviewSettings;
import org.sealflow.review.read.ToolList;
import org.sealflow.review.read.TrajectoryListener;

/**
 * Reads documents of the Agent Trajectory Interchange Format. An embedded document of a subagent is
 * a record of its own.
 */
public final class AtifReader implements FormatReader {
  private static final List<String> FAILED = List.of("error", "failed", "failure");
  private static final List<String> SUCCEEDED = List.of("ok", "success", "succeeded", "completed");

  private final ReviewSettings settings;
  private final TrajectoryListener listener;

  public AtifReader(ReviewSettings settings, TrajectoryListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    new AtifRules(place, problems).check(value);
    String id = idOf(value);
    if (problems.rejected()) {
      problems.report(place, id, listener);
      return;
    }
    ConversationBuilder conversation = new ConversationBuilder(problems);
    int at = 0;
    for (JsonNode step : value.get("steps")) {
      addStep(conversation, problems, "steps[" + at++ + "]", step);
    }
    List<RecordedMessage> messages = conversation.finish();
    if (!problems.report(place, id, listener)) {
      return;
    }
    listener.trajectory(
        new RecordedTrajectory(
            id.isEmpty() ? place.id() : id,
            place.toString(),
            ToolList.of(value.get("agent").get("tool_definitions")),
            messages,
            Json.number(value, settings.rewardKey()),
            conversation.outcome(),
            value));
    int subagent = 0;
    for (JsonNode embedded : value.path("subagent_trajectories")) {
      read(
          embedded,
          new RecordPlace(
              place.file(), place.position() + ".subagent_trajectories[" + subagent++ + "]"));
    }
  }

  private static String idOf(JsonNode document) {
    String own = Json.idOf(document, "trajectory_id");
    return own.isEmpty() ? Json.idOf(document, "session_id") : own;
  }

  private static void addStep(
      ConversationBuilder conversation, RecordProblems problems, String place, JsonNode step) {
    conversation.add(speaker(step), place, MessageText.of(step.get("message")));
    for (JsonNode call : step.path("tool_calls")) {
      conversation.call(
          Json.idOf(call, "tool_call_id"),
          Json.idOf(call, "function_name"),
          arguments(call),
          CallKind.FUNCTION);
    }
    if ("agent".equals(Json.idOf(step, "source"))) {
      addLinkedResults(conversation, problems, place, step);
      addUnlinkedResults(conversation, place, step);
    } else {
      results(step).forEach(result -> conversation.extend(text(result)));
    }
  }

  private static JsonNode results(JsonNode step) {
    return step.path("observation").path("results");
  }

  private static MessageText text(JsonNode result) {
    return MessageText.of(result.get("content"));
  }

  private static boolean isLinked(JsonNode result) {
    return result.hasNonNull("source_call_id");
  }

  private static String resultPlace(String step, int at) {
    return step + ".observation.results[" + at + "]";
  }

  private static void addLinkedResults(
      ConversationBuilder conversation, RecordProblems problems, String place, JsonNode step) {
    int at = 0;
    for (JsonNode result : results(step)) {
      String where = resultPlace(place, at++);
      String id = Json.idOf(result, "source_call_id");
      if (isLinked(result) && isCallOf(step, id)) {
        conversation.result(where, id, text(result), success(result));
      } else if (isLinked(result)) {
        problems.reject(
            where,
            "source_call_id "
                + Quoted.of(result.get("source_call_id"))
                + " is no call of this step");
      }
    }
  }

  /** After the linked ones: an unlinked result is that of the calls that have none. */
  private static void addUnlinkedResults(
      ConversationBuilder conversation, String place, JsonNode step) {
    int at = 0;
    for (JsonNode result : results(step)) {
      String where = resultPlace(place, at++);
      if (!isLinked(result)) {
        conversation.resultOfMessage(where, text(result));
      }
    }
  }

  /** A program decided where no model was called; a copied reply was judged where it was made. */
  private static Speaker speaker(JsonNode step) {
    return switch (Json.idOf(step, "source")) {
      case "system" -> Speaker.SYSTEM;
      case "user" -> Speaker.USER;
      default -> {
        boolean programmed = "0".equals(step.path("llm_call_count").asText());
        boolean copied = step.path("is_copied_context").asBoolean(false);
        yield programmed || copied ? Speaker.PROGRAM : Speaker.MODEL;
      }
    };
  }

  private static boolean isCallOf(JsonNode step, String id) {
    for (JsonNode call : step.path("tool_calls")) {
      if (id.equals(Json.idOf(call, "tool_call_id"))) {
        return true;
      }
    }
    return false;
  }

  /** The text as the model wrote it, if the writer kept what is no object. */
  private static String arguments(JsonNode call) {
    String raw = Json.text(call.path("extra"), "raw_arguments");
    return raw == null ? call.get("arguments").toString() : raw;
  }

  private static CallSuccess success(JsonNode result) {
    JsonNode extra = result.path("extra");
    for (String flag : List.of("error", "is_error")) {
      JsonNode value = extra.path(flag);
      if (value.isBoolean()) {
        return value.booleanValue() ? CallSuccess.FAILED : CallSuccess.SUCCEEDED;
      }
      if (value.isTextual() && !value.textValue().isEmpty()) {
        return CallSuccess.FAILED;
      }
    }
    String status = Json.idOf(extra, "status");
    if (FAILED.contains(status)) {
      return CallSuccess.FAILED;
    }
    return SUCCEEDED.contains(status) ? CallSuccess.SUCCEEDED : CallSuccess.UNKNOWN;
  }
}
