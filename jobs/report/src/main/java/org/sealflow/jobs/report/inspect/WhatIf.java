package org.sealflow.jobs.report.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.EventKind;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;

/**
 * Calls to execute in place of those that were recorded: turn → step → call. Nothing is evaluated:
 * a text that is no call ends in an error result, as it does in a recording.
 *
 * @param turns their steps, each with one call at least
 */
public record WhatIf(List<List<List<String>>> turns) {
  private static final int MOST_TURNS = 100;
  private static final int MOST_CALLS = 1_000;
  private static final int LONGEST_CALL = 20_000;

  /**
   * Reads a request.
   *
   * @param turns an array of turns, each an array of steps, each an array of calls
   * @throws IllegalArgumentException if it has another shape or is too large: one line
   */
  public static WhatIf read(@Nullable JsonNode turns) {
    List<List<List<String>>> read = new ArrayList<>();
    int calls = 0;
    for (JsonNode turn : array(turns, "turns", "an array of turns")) {
      List<List<String>> steps = new ArrayList<>();
      for (JsonNode step : array(turn, "a turn", "an array of steps")) {
        List<String> texts = new ArrayList<>();
        for (JsonNode call : array(step, "a step", "an array of calls")) {
          texts.add(text(call));
        }
        calls += texts.size();
        if (!texts.isEmpty()) {
          steps.add(List.copyOf(texts));
        }
      }
      read.add(List.copyOf(steps));
    }
    if (read.size() > MOST_TURNS || calls > MOST_CALLS) {
      throw new IllegalArgumentException(
          "the episode has %d turns and %d calls, expected at most %d and %d"
              .formatted(read.size(), calls, MOST_TURNS, MOST_CALLS));
    }
    return new WhatIf(List.copyOf(read));
  }

  private static JsonNode array(@Nullable JsonNode node, String what, String expected) {
    if (node == null || !node.isArray()) {
      throw new IllegalArgumentException(
          what
              + (node == null ? " is not given" : " is " + shortened(node.toString()))
              + ", expected "
              + expected);
    }
    return node;
  }

  private static String text(JsonNode call) {
    if (!call.isTextual() || call.textValue().isBlank()) {
      throw new IllegalArgumentException(
          "a call is " + shortened(call.toString()) + ", expected a text such as ls(a=True)");
    }
    if (call.textValue().length() > LONGEST_CALL) {
      throw new IllegalArgumentException(
          "a call has "
              + call.textValue().length()
              + " characters, expected at most "
              + LONGEST_CALL);
    }
    return call.textValue();
  }

  private static String shortened(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }

  /** The calls of an episode as it was recorded. */
  static WhatIf recorded(List<TrajectoryEvent> events) {
    List<List<List<String>>> turns = new ArrayList<>();
    List<List<String>> open = new ArrayList<>();
    boolean begun = false;
    for (TrajectoryEvent event : events) {
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        begun = true;
        if (executes(step)) {
          open.add(List.copyOf(step.getToolCalls()));
        }
      }
      if (event.getKind() == EventKind.TURN_ENDED
          || (event.getKind() == EventKind.EPISODE_ENDED && begun)) {
        turns.add(List.copyOf(open));
        open.clear();
        begun = false;
      }
    }
    return new WhatIf(turns);
  }

  /** Whether a step counts among those that calls are numbered by. */
  static boolean executes(AssistantStep step) {
    List<String> calls = step.getToolCalls();
    return !calls.isEmpty() && !(calls.size() == 1 && calls.get(0).isEmpty());
  }

  /**
   * The events of the episode with these calls. A turn whose calls are those recorded keeps its
   * steps, prose among them, and its recorded results until the first turn that differs; a turn
   * with other calls keeps its prose, after them. A simulated user says and does what it did.
   */
  List<TrajectoryEvent> applied(List<TrajectoryEvent> recorded) {
    TrajectoryEvent first = recorded.get(0);
    EpisodeStarted header = first.getEpisodeStarted();
    if (header == null) {
      throw new IllegalArgumentException("the episode lacks its beginning");
    }
    EpisodeAttempt attempt =
        new EpisodeAttempt(first.getRunId(), first.getEpisodeId(), first.getAttempt());
    WhatIf before = recorded(recorded);
    List<TrajectoryEvent> events = new ArrayList<>();
    events.add(TrajectoryEvents.started(attempt, first.getEventTime(), header));
    boolean same = true;
    for (int turn = 0; turn < turns.size(); turn++) {
      boolean unedited =
          turn < before.turns().size() && before.turns().get(turn).equals(turns.get(turn));
      same &= unedited;
      userSteps(turn, recorded, same).forEach(step -> events.add(moved(step, events)));
      if (unedited) {
        of(turn, recorded, same).forEach(step -> events.add(moved(step, events)));
      } else {
        steps(turn, attempt, recorded, events);
      }
      events.add(TrajectoryEvents.turnEnded(attempt, events.size(), first.getEventTime(), turn));
    }
    // What ends a conversation is said when the last turn is over.
    userSteps(turns.size(), recorded, same).forEach(step -> events.add(moved(step, events)));
    events.add(
        TrajectoryEvents.ended(
            attempt, events.size(), first.getEventTime(), EndReason.COMPLETED, null));
    return events;
  }

  private static TrajectoryEvent moved(TrajectoryEvent event, List<TrajectoryEvent> behind) {
    return TrajectoryEvent.newBuilder(event).setSequence(behind.size()).build();
  }

  private static List<TrajectoryEvent> userSteps(
      int turn, List<TrajectoryEvent> recorded, boolean withResults) {
    List<TrajectoryEvent> steps = new ArrayList<>();
    for (TrajectoryEvent event : recorded) {
      UserStep step = event.getUserStep();
      if (step != null && step.getTurn() == turn) {
        UserStep said =
            withResults ? step : UserStep.newBuilder(step).setResults(List.of()).build();
        steps.add(TrajectoryEvent.newBuilder(event).setUserStep(said).build());
      }
    }
    return steps;
  }

  private void steps(
      int turn,
      EpisodeAttempt attempt,
      List<TrajectoryEvent> recorded,
      List<TrajectoryEvent> events) {
    List<AssistantStep> steps = new ArrayList<>();
    for (List<String> calls : turns.get(turn)) {
      steps.add(
          AssistantStep.newBuilder()
              .setTurn(turn)
              .setStep(steps.size())
              .setToolCalls(calls)
              .build());
    }
    for (TrajectoryEvent event : recorded) {
      AssistantStep step = event.getAssistantStep();
      if (step != null && step.getTurn() == turn && isProse(step)) {
        steps.add(AssistantStep.newBuilder(step).setStep(steps.size()).build());
      }
    }
    for (AssistantStep step : steps) {
      events.add(
          TrajectoryEvents.step(attempt, events.size(), recorded.get(0).getEventTime(), step));
    }
  }

  private static boolean isProse(AssistantStep step) {
    return step.getToolCalls().isEmpty()
        && step.getText() != null
        && step.getParseError() == null
        && !step.getUndecodable();
  }

  private static List<TrajectoryEvent> of(
      int turn, List<TrajectoryEvent> recorded, boolean withResults) {
    return recorded.stream()
        .filter(
            event ->
                (event.getAssistantStep() != null && event.getAssistantStep().getTurn() == turn)
                    || (withResults
                        && event.getToolResults() != null
                        && event.getToolResults().getTurn() == turn))
        .toList();
  }

  /** The calls as JSON, in the shape that {@link #read} takes. */
  public ArrayNode node() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (List<List<String>> turn : turns) {
      ArrayNode steps = all.addArray();
      for (List<String> step : turn) {
        ArrayNode calls = steps.addArray();
        step.forEach(calls::add);
      }
    }
    return all;
  }

  /**
   * A line of the format {@code calls}, as replay reads it.
   *
   * @param model empty if it is not known
   */
  ObjectNode recording(EpisodeStarted header, String model) {
    RecordedSource source = header.getSource();
    String record = source == null ? header.getTaskId() : source.getRecordId();
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("id", record + "_what_if").put("task", header.getTaskId());
    if (header.getAsOfDate() != null) {
      line.put("as_of", header.getAsOfDate());
    }
    if (!model.isEmpty()) {
      line.put("model", model);
    }
    line.set("turns", node());
    return line;
  }
}
