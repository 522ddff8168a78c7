package org.sealflow.tau.live;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EpisodeAttempt;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.TrajectoryEvents;
import org.sealflow.schemas.UserStep;
import org.sealflow.tau.judge.EndedConversation;
import org.sealflow.tau.world.Requestor;
import org.sealflow.tau.world.Step;

/**
 * Makes the events of a recorded conversation, as a rollout would have emitted them. A turn ends
 * with the agent's words to the user; what it says before the user has spoken is of turn 0.
 */
public final class ConversationEvents {
  private final EpisodeAttempt attempt;
  private final Instant now;
  private final boolean solo;
  private final List<TrajectoryEvent> events = new ArrayList<>();
  private int turn;
  private int step;
  private boolean userSpoke;

  private ConversationEvents(EpisodeAttempt attempt, Instant now, boolean solo) {
    this.attempt = attempt;
    this.now = now;
    this.solo = solo;
  }

  /**
   * The events in order.
   *
   * @param conversation what followed the task's message history
   * @param now the time all events carry
   */
  public static List<TrajectoryEvent> of(
      EpisodeAttempt attempt, EpisodeStarted started, EndedConversation conversation, Instant now) {
    ConversationEvents made = new ConversationEvents(attempt, now, conversation.solo());
    made.events.add(TrajectoryEvents.started(attempt, now, started));
    conversation.steps().forEach(made::add);
    made.end(conversation.termination());
    return made.events;
  }

  private void add(Step said) {
    List<String> calls = said.calls().stream().map(CallText::of).toList();
    List<ToolResult> results =
        said.results().stream().map(result -> new ToolResult(result.content(), null)).toList();
    if (said.role() == Requestor.USER) {
      addUser(said, calls, results);
      return;
    }
    events.add(
        TrajectoryEvents.step(
            attempt,
            events.size(),
            now,
            AssistantStep.newBuilder()
                .setTurn(turn)
                .setStep(step)
                .setText(said.content())
                .setToolCalls(calls)
                .build()));
    if (!results.isEmpty()) {
      events.add(
          TrajectoryEvents.results(
              attempt, events.size(), now, new ToolResults(turn, step, results, null)));
    }
    step++;
    if (calls.isEmpty() && userSpoke) {
      endTurn();
    }
  }

  private void addUser(Step said, List<String> calls, List<ToolResult> results) {
    if (said.content() == null && calls.isEmpty()) {
      return;
    }
    userSpoke |= calls.isEmpty();
    events.add(
        TrajectoryEvents.userStep(
            attempt, events.size(), now, new UserStep(turn, said.content(), calls, results)));
  }

  private void endTurn() {
    events.add(TrajectoryEvents.turnEnded(attempt, events.size(), now, turn));
    turn++;
    step = 0;
  }

  private void end(String termination) {
    if (solo && step > 0) {
      endTurn();
    }
    events.add(
        TrajectoryEvents.ended(
            attempt,
            events.size(),
            now,
            Termination.reason(termination),
            Termination.message(termination)));
  }
}
