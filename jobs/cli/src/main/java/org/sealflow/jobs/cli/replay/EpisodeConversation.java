package org.sealflow.jobs.cli.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.KeywordCall;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.Json;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Message;
import org.sealflow.schemas.RecordedSource;
import org.sealflow.schemas.Task;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;

/**
 * The messages of an episode's events: what its task's user says, the policy's answers with their
 * calls, and the results, each with an id made of turn, step and call.
 */
final class EpisodeConversation {
  private final RecordedTrajectory trajectory;
  private final Map<Integer, List<Integer>> answers;
  private final Map<Integer, Integer> last;

  private EpisodeConversation(
      RecordedTrajectory trajectory,
      Map<Integer, List<Integer>> answers,
      Map<Integer, Integer> last) {
    this.trajectory = trajectory;
    this.answers = answers;
    this.last = last;
  }

  /** Collects the messages. */
  private static final class Builder {
    private final List<RecordedMessage> messages = new ArrayList<>();
    private final Map<Integer, List<Integer>> answers = new TreeMap<>();
    private final Map<Integer, Integer> last = new TreeMap<>();
    private final @Nullable Task task;
    private int turns;

    Builder(@Nullable Task task) {
      this.task = task;
    }

    void begin(int turn) {
      for (; turns <= turn; turns++) {
        if (task != null && turns < task.getTurns().size()) {
          for (Message message : task.getTurns().get(turns).getMessages()) {
            add(Speaker.USER, "turn " + turns, message.getContent(), List.of());
          }
        }
      }
    }

    void add(Speaker speaker, String place, String text, List<RecordedCall> calls) {
      messages.add(new RecordedMessage(speaker, place, text, null, false, calls));
    }

    void answer(AssistantStep step, @Nullable ToolResults results) {
      begin(step.getTurn());
      String refusal = results == null ? null : results.getRefusal();
      List<String> texts =
          step.getToolCalls().isEmpty() ? step.getRejectedCalls() : step.getToolCalls();
      String place = "turn " + step.getTurn() + " step " + step.getStep();
      int at = messages.size();
      List<RecordedCall> calls = new ArrayList<>();
      List<String> shown = new ArrayList<>();
      for (int index = 0; index < texts.size(); index++) {
        String result = results == null ? null : result(results, index);
        if (result != null) {
          shown.add(result);
        }
        RecordedResult known =
            result == null
                ? null
                : new RecordedResult(
                    at + (refusal == null ? shown.size() : 1), result, CallSuccess.UNKNOWN);
        calls.add(
            call(
                "call-" + step.getTurn() + "-" + step.getStep() + "-" + index,
                texts.get(index),
                known));
      }
      if (!step.getToolCalls().isEmpty()) {
        answers.computeIfAbsent(step.getTurn(), key -> new ArrayList<>()).add(at);
      }
      add(Speaker.MODEL, place, step.getText() == null ? "" : step.getText(), calls);
      last.put(step.getTurn(), at);
      List<String> written = refusal == null ? shown : List.of(refusal);
      written.forEach(result -> add(Speaker.TOOL, place, result, List.of()));
    }
  }

  private static @Nullable String result(ToolResults results, int index) {
    if (results.getRefusal() != null) {
      return results.getRefusal();
    }
    if (index >= results.getResults().size()) {
      return null;
    }
    ToolResult result = results.getResults().get(index);
    return result.getShown() == null ? result.getRaw() : result.getShown();
  }

  /** A call string as a call; one that JSON has no form for keeps its text as its arguments. */
  private static RecordedCall call(String id, String text, @Nullable RecordedResult result) {
    try {
      KeywordCall call = KeywordCall.of(text);
      JsonNode json = Objects.requireNonNull(Json.parse(call.json()));
      return new RecordedCall(
          id, call.tool(), json.get("arguments").toString(), CallKind.FUNCTION, result);
    } catch (IllegalArgumentException noPlainCall) {
      int bracket = text.indexOf('(');
      String name = bracket > 0 ? text.substring(0, bracket).strip() : text.strip();
      return new RecordedCall(id, name, text, CallKind.FUNCTION, result);
    }
  }

  /**
   * The conversation of an episode.
   *
   * @param events its events in their sequence
   * @param task null if it is not known
   * @param original the record as it was read
   */
  static EpisodeConversation of(
      List<TrajectoryEvent> events, @Nullable Task task, JsonNode original) {
    Builder builder = new Builder(task);
    // The user has spoken, even if the policy never answered.
    builder.begin(0);
    EpisodeStarted started = null;
    boolean ended = false;
    for (int at = 0; at < events.size(); at++) {
      TrajectoryEvent event = events.get(at);
      started = event.getEpisodeStarted() == null ? started : event.getEpisodeStarted();
      ended |= event.getEpisodeEnded() != null;
      AssistantStep step = event.getAssistantStep();
      if (step != null) {
        ToolResults next = at + 1 < events.size() ? events.get(at + 1).getToolResults() : null;
        builder.answer(step, next);
      }
    }
    RecordedSource source = started == null ? null : started.getSource();
    return new EpisodeConversation(
        new RecordedTrajectory(
            source == null ? events.get(0).getEpisodeId() : source.getRecordId(),
            source == null
                ? events.get(0).getEpisodeId()
                : source.getFile() + ":" + source.getLine(),
            null,
            builder.messages,
            null,
            ended ? RecordOutcome.FINISHED : RecordOutcome.UNFINISHED,
            original),
        builder.answers,
        builder.last);
  }

  RecordedTrajectory trajectory() {
    return trajectory;
  }

  /** Whether the policy answered in a turn. */
  boolean has(int turn) {
    return last.containsKey(turn);
  }

  /**
   * The index of an answer of a turn that has one.
   *
   * @param step counts the answers that execute calls; null for the last answer
   */
  int message(int turn, @Nullable Integer step) {
    List<Integer> executing = answers.getOrDefault(turn, List.of());
    return step != null && step < executing.size()
        ? executing.get(step)
        : Objects.requireNonNull(last.get(turn));
  }
}
