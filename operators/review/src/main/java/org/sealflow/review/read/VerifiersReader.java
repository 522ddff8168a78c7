package org.sealflow.review.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedTrajectory;

/** Reads traces of the verifiers library, alone or within episodes. A trace is one record. */
public final class VerifiersReader implements FormatReader {
  private final ReviewSettings settings;
  private final TrajectoryListener listener;

  public VerifiersReader(ReviewSettings settings, TrajectoryListener listener) {
    this.settings = settings;
    this.listener = listener;
  }

  @Override
  public void read(JsonNode value, RecordPlace place) throws IOException {
    if (value.path("traces").isArray()) {
      readEpisode(value, place);
    } else if (value.path("nodes").isArray() || value.path("task").isObject()) {
      readTrace(value, value, place, place);
    } else {
      listener.rejected(
          place + ": " + FormatGuess.unknown(value, "expected a trace or an episode of traces"));
    }
  }

  private void readEpisode(JsonNode episode, RecordPlace place) throws IOException {
    int number = 0;
    for (JsonNode trace : episode.get("traces")) {
      number++;
      readTrace(
          trace,
          alone(episode, trace),
          place,
          new RecordPlace(place.file(), place.position() + "#" + number));
    }
    if (number == 0) {
      JsonNode error = episode.path("errors").path(0);
      listener.note(
          place
              + ": "
              + Quoted.cut(Json.idOf(episode, "id"), 80)
              + " the episode has no trace"
              + (error.isObject()
                  ? ": "
                      + Quoted.cut(Json.idOf(error, "type"), 40)
                      + " "
                      + Quoted.of(Json.idOf(error, "message"))
                  : ""));
    }
  }

  /** An episode with one of its traces. */
  private static JsonNode alone(JsonNode episode, JsonNode trace) {
    ObjectNode alone = JsonNodeFactory.instance.objectNode();
    episode.properties().forEach(field -> alone.set(field.getKey(), field.getValue()));
    alone.putArray("traces").add(trace);
    return alone;
  }

  private void readTrace(JsonNode trace, JsonNode original, RecordPlace place, RecordPlace own)
      throws IOException {
    RecordProblems problems = new RecordProblems(settings.strict());
    JsonNode version = trace.path("version");
    if (!version.isMissingNode() && version.asInt(0) != 1) {
      problems.reject("version", Quoted.of(version) + ", expected 1");
    }
    for (String list : List.of("nodes", "calls")) {
      if (trace.has(list) && !trace.get(list).isArray()) {
        problems.reject(list, Quoted.of(trace.get(list)) + ", expected an array");
      }
    }
    TraceNodes nodes = new TraceNodes(trace.path("nodes"), problems);
    nodes.check();
    nodes.checkModelCalls(trace.path("calls"));
    List<RecordedMessage> messages = nodes.conversation();
    String id = Json.idOf(trace, "id");
    if (problems.report(place, id, listener)) {
      listener.trajectory(
          new RecordedTrajectory(
              id.isEmpty() ? own.id() : id,
              place.toString(),
              ToolList.of(trace.get("tools")),
              messages,
              reward(trace.path("rewards")),
              brokeDown(trace) ? RecordOutcome.INFRASTRUCTURE_FAILED : nodes.outcome(),
              original));
    }
  }

  /** The weighted sum of the scores that are there; null if nothing was scored. */
  private static @Nullable Double reward(JsonNode rewards) {
    Double sum = null;
    for (JsonNode reward : rewards) {
      if (reward.path("score").isNumber()) {
        double weight = reward.path("weight").asDouble(1);
        sum = (sum == null ? 0 : sum) + reward.get("score").doubleValue() * weight;
      }
    }
    return sum;
  }

  private static boolean brokeDown(JsonNode trace) {
    return !trace.path("errors").isEmpty() && !trace.path("ok").asBoolean(false);
  }
}
