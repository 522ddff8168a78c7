package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;

/** Reads items of OpenAI's Responses: rollouts, stored responses and bare lists of items. */
public final class ResponsesReader implements FormatReader {
  private final ReviewSettings settings;
  private final TrajectoryListener listener;

  public ResponsesReader(ReviewSettings settings, TrajectoryListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    ResponseItems items = new ResponseItems(problems);
    JsonNode request = value.path("responses_create_params");
    JsonNode response = value.has("response") ? value.get("response") : value;
    if (value.isArray()) {
      response = MissingNode.getInstance();
      items.addAll("items", value);
    } else if (response.path("output").isArray()) {
      addInstructions(items, request, response);
      addInput(items, request.path("input"));
      items.addAll("output", response.get("output"));
    } else {
      problems.reject("", FormatGuess.unknown(value, "expected a response with its output"));
    }
    List<RecordedMessage> messages = items.finish();
    if (messages.isEmpty() && !problems.rejected()) {
      problems.reject("output", "the record has no items");
    }
    String id = Json.idOf(response, "id");
    if (problems.report(place, id, listener)) {
      listener.trajectory(
          new RecordedTrajectory(
              id.isEmpty() ? place.id() : id,
              place.toString(),
              tools(request, response),
              messages,
              reward(value),
              outcome(response, items),
              value));
    }
  }

  private static void addInstructions(ResponseItems items, JsonNode request, JsonNode response) {
    for (JsonNode carrier : List.of(request, response)) {
      if (carrier.path("instructions").isTextual()) {
        items.say(Speaker.SYSTEM, "instructions", MessageText.of(carrier.get("instructions")));
        return;
      }
    }
  }

  private static void addInput(ResponseItems items, JsonNode input) {
    if (input.isArray()) {
      items.addAll("input", input);
    } else if (input.isTextual()) {
      items.say(Speaker.USER, "input", MessageText.of(input));
    }
  }

  private static @Nullable List<OfferedTool> tools(JsonNode request, JsonNode response) {
    List<OfferedTool> asked = ToolList.of(request.get("tools"));
    return asked == null ? ToolList.of(response.get("tools")) : asked;
  }

  private @Nullable Double reward(JsonNode value) {
    Double named = Json.number(value, settings.rewardKey());
    return named == null && value.isObject() ? Json.number(value, "reward") : named;
  }

  private static RecordOutcome outcome(JsonNode response, ResponseItems items) {
    String status = Json.idOf(response, "status");
    if (response.path("error").isObject() || status.equals("failed")) {
      return RecordOutcome.INFRASTRUCTURE_FAILED;
    }
    return status.equals("incomplete") || status.equals("cancelled")
        ? RecordOutcome.UNFINISHED
        : items.outcome();
  }
}
