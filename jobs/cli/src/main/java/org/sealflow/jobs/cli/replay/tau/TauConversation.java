package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.CallKind;
import org.sealflow.review.CallSuccess;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.RecordedTrajectory;
import org.sealflow.review.Speaker;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.python.JsonValues;
import org.sealflow.tau.replay.ReplayedEpisode;
import org.sealflow.tau.results.Simulation;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/**
 * The messages of a conversation of tau2-bench, the agent as the model. Results of the agent's
 * calls are messages; those of the user's calls stand with the calls, for the agent never saw them.
 */
final class TauConversation {
  /** A call's message and its place among the message's calls. */
  record CallPlace(int message, int index) {}

  private final List<RecordedMessage> messages = new ArrayList<>();
  private final List<CallPlace> calls = new ArrayList<>();
  private final Map<Integer, Integer> lastOfTurn = new HashMap<>();
  private final List<String> places;
  private int said;
  private int texts;

  private TauConversation(JsonNode original) {
    this.places = places(original);
  }

  /**
   * The conversation of an episode.
   *
   * @param original the record as it was read
   */
  static TauConversation of(TauEpisode episode, JsonNode original) {
    TauConversation conversation = new TauConversation(original);
    ReplayedEpisode replayed = episode.replayed();
    Simulation simulation = episode.simulation();
    if (replayed == null) {
      List<Step> steps = simulation == null ? List.of() : simulation.conversation().steps();
      steps.forEach(step -> conversation.add(step, step.results(), true));
      return conversation;
    }
    if (simulation != null && replayed.task() != null) {
      // A result file repeats the history that its task begins with.
      for (Step step : replayed.task().task().initialState().history()) {
        conversation.add(step, step.results(), false);
      }
    }
    int at = 0;
    for (Step step : replayed.recorded().conversation().steps()) {
      List<ToolAnswer> executed = replayed.results().subList(at, at + step.calls().size());
      at += step.calls().size();
      conversation.add(step, step.results().isEmpty() ? executed : step.results(), true);
    }
    return conversation;
  }

  /** The places of what agent and user said, in the words of the file. */
  private static List<String> places(JsonNode original) {
    List<String> places = new ArrayList<>();
    JsonNode recorded = original.path("messages");
    for (int at = 0; at < recorded.size(); at++) {
      String role = recorded.get(at).path("role").asText();
      if (role.equals("assistant") || role.equals("user")) {
        places.add("messages[" + at + "]");
      }
    }
    for (int at = 0; at < original.path("steps").size(); at++) {
      places.add("steps[" + at + "]");
    }
    return places;
  }

  /** Adds a step; one of the history belongs to no turn. */
  private void add(Step step, List<ToolAnswer> results, boolean counted) {
    boolean agent = step.role() == Requestor.ASSISTANT;
    texts += counted && !agent && step.calls().isEmpty() ? 1 : 0;
    int at = messages.size();
    List<RecordedCall> made = new ArrayList<>();
    for (int index = 0; index < step.calls().size(); index++) {
      ToolAnswer result = index < results.size() ? results.get(index) : null;
      int holder = agent ? at + 1 + index : at;
      made.add(call("call-" + at + "-" + index, step.calls().get(index), result, holder));
      if (counted) {
        calls.add(new CallPlace(at, index));
      }
    }
    Speaker speaker = agent ? (counted ? Speaker.MODEL : Speaker.PROGRAM) : Speaker.USER;
    String place = said < places.size() ? places.get(said) : "message " + said;
    said++;
    String text = step.content() == null ? "" : step.content();
    messages.add(new RecordedMessage(speaker, place, text, null, false, made));
    if (counted) {
      lastOfTurn.put(Math.max(0, texts - 1), at);
    }
    for (int index = 0; agent && index < step.calls().size() && index < results.size(); index++) {
      messages.add(
          new RecordedMessage(
              Speaker.TOOL, place, results.get(index).content(), null, false, List.of()));
    }
  }

  private static RecordedCall call(String id, Call call, @Nullable ToolAnswer result, int holder) {
    return new RecordedCall(
        id,
        call.name(),
        JsonValues.mapper().valueToTree(call.arguments()).toString(),
        CallKind.FUNCTION,
        result == null
            ? null
            : new RecordedResult(
                holder,
                result.content(),
                result.error() ? CallSuccess.FAILED : CallSuccess.SUCCEEDED));
  }

  /**
   * The trajectory.
   *
   * @param tools those of the agent; null if they are not known
   */
  RecordedTrajectory trajectory(
      TauEpisode episode, @Nullable List<OfferedTool> tools, JsonNode original) {
    Double recorded = episode.recordedReward();
    return new RecordedTrajectory(
        episode.id(),
        episode.place(),
        tools,
        messages,
        recorded == null ? episode.reward() : recorded,
        outcome(episode),
        original);
  }

  private static RecordOutcome outcome(TauEpisode episode) {
    if (episode.verdict() == TauVerdict.INFRASTRUCTURE) {
      return RecordOutcome.INFRASTRUCTURE_FAILED;
    }
    ReplayedEpisode replayed = episode.replayed();
    Simulation simulation = episode.simulation();
    EndedConversation conversation =
        replayed != null
            ? replayed.recorded().conversation()
            : simulation == null ? null : simulation.conversation();
    return conversation != null && conversation.ended()
        ? RecordOutcome.FINISHED
        : RecordOutcome.UNFINISHED;
  }

  /** Where a call is, by its place among all calls after the history. */
  CallPlace call(int index) {
    return calls.get(index);
  }

  /** The last message of a turn, or the last before it. */
  int lastOf(int turn) {
    for (int at = turn; at >= 0; at--) {
      Integer message = lastOfTurn.get(at);
      if (message != null) {
        return message;
      }
    }
    return 0;
  }
}
