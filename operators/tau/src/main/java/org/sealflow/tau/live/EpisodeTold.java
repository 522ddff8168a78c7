package org.sealflow.tau.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.UserAction;
import org.sealflow.environment.VerifiedCall;
import org.sealflow.schemas.CallStatus;
import org.sealflow.tau.world.Call;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;
import org.sealflow.tau.world.ToolAnswer;

/** Collects an episode as it is told: the conversation, and where each call stands in it. */
final class EpisodeTold {
  /** The agent's first words, which no policy says. */
  static final String GREETING = "Hi! How can I help you today?";

  private static final String OPEN = "<tool_call>";
  private static final String CLOSE = "</tool_call>";

  private final boolean greets;
  private final List<Step> steps = new ArrayList<>();
  private final List<Place> places = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  private Turn open = new Turn();

  /**
   * Where a call stands.
   *
   * @param turn from 0
   * @param step counts the policy's steps with calls in the turn; -1 for a call of the user
   * @param index within the step
   * @param text the call as written
   * @param recorded its result as recorded; null if nobody did
   */
  record Place(int turn, int step, int index, String text, @Nullable String recorded) {
    boolean isOfPolicy() {
      return step >= 0;
    }
  }

  /** What of a turn is not in the conversation. */
  static final class Turn {
    private final List<VerifiedCall> refused = new ArrayList<>();
    private final List<String> undecodable = new ArrayList<>();
    private int callingSteps;
    private boolean begun;

    List<VerifiedCall> refused() {
      return refused;
    }

    List<String> undecodable() {
      return undecodable;
    }
  }

  /**
   * @param greets whether the agent greets the user before the policy says anything
   */
  EpisodeTold(boolean greets) {
    this.greets = greets;
  }

  /** The messages so far, calls that are none left out. */
  List<Step> steps() {
    return steps;
  }

  /** One per call of the messages, in their order. */
  List<Place> places() {
    return places;
  }

  /** The turns that were ended. */
  List<Turn> turns() {
    return turns;
  }

  void user(List<PolicyStep> before, UserAction action) {
    policy(before);
    if (greets && steps.isEmpty()) {
      steps.add(new Step(Requestor.ASSISTANT, GREETING, List.of(), List.of()));
    }
    add(Requestor.USER, action.text(), action.calls(), action.recorded(), -1);
  }

  void endTurn(List<PolicyStep> rest) {
    policy(rest);
    turns.add(open);
    open = new Turn();
  }

  /** Ends a turn that the user's last words cut short: the policy had called tools in it. */
  void close() {
    if (open.begun) {
      endTurn(List.of());
    }
  }

  private void policy(List<PolicyStep> said) {
    for (PolicyStep step : said) {
      String undecodable = step.undecodable();
      if (undecodable != null) {
        open.undecodable.add(undecodable);
      }
      for (int i = 0; i < step.rejected().size(); i++) {
        open.refused.add(
            refused(open.callingSteps, i, step.rejected().get(i), CallStatus.REJECTED));
      }
      boolean accepted = undecodable == null && step.rejected().isEmpty();
      if (accepted && step.executes()) {
        add(
            Requestor.ASSISTANT,
            spoken(step.text()),
            step.calls(),
            step.recorded(),
            open.callingSteps);
        open.callingSteps++;
        open.begun = true;
      } else if (accepted && step.text() != null) {
        steps.add(new Step(Requestor.ASSISTANT, spoken(step.text()), List.of(), List.of()));
      }
    }
  }

  /**
   * The part of an answer that is not a call. Looks at it once, however many tags are left open.
   */
  private static @Nullable String spoken(@Nullable String answer) {
    if (answer == null || !answer.contains(OPEN)) {
      return answer;
    }
    StringBuilder said = new StringBuilder();
    int at = 0;
    int close = closeAfter(answer, at);
    while (close >= 0) {
      said.append(answer, at, answer.indexOf(OPEN, at));
      at = close + CLOSE.length();
      close = closeAfter(answer, at);
    }
    return said.append(answer, at, answer.length()).toString().strip();
  }

  /** Where the next call closes; -1 if none does. */
  private static int closeAfter(String answer, int at) {
    int open = answer.indexOf(OPEN, at);
    return open < 0 ? -1 : answer.indexOf(CLOSE, open);
  }

  private void add(
      Requestor party, @Nullable String text, List<String> texts, List<String> recorded, int step) {
    List<Call> calls = new ArrayList<>();
    List<ToolAnswer> results = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Call call = CallText.read(party, texts.get(i));
      if (call == null) {
        if (step >= 0) {
          open.refused.add(refused(step, i, texts.get(i), CallStatus.MALFORMED));
        }
        continue;
      }
      String result = recorded.isEmpty() ? null : recorded.get(i);
      calls.add(call);
      places.add(new Place(turns.size(), step, i, texts.get(i), result));
      if (result != null) {
        results.add(new ToolAnswer(result, result.startsWith("Error: "), null));
      }
    }
    steps.add(new Step(party, text, calls, results));
  }

  private static VerifiedCall refused(int step, int index, String text, CallStatus status) {
    Call call = CallText.read(Requestor.ASSISTANT, text);
    return new VerifiedCall(
        step,
        index,
        text,
        call == null ? null : call.name(),
        Map.of(),
        status,
        status == CallStatus.MALFORMED ? "it is no call" : "refused by the environment",
        List.of());
  }
}
