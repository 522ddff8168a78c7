package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.ExecutedCall;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.environment.conversation.UserOutcome;
import org.sealflow.learn.policy.ChatMessage;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.learn.policy.SampledTokens;
import org.sealflow.schemas.AssistantStep;
import org.sealflow.schemas.EndReason;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.ToolResult;
import org.sealflow.schemas.ToolResults;
import org.sealflow.schemas.Topic;
import org.sealflow.schemas.TrajectoryEvent;
import org.sealflow.schemas.UserStep;

/**
 * One attempt at an episode under way: takes the answers and says what happened, until one of them
 * ends it. Not thread-safe.
 */
public final class Episode {
  /** An event as large as a message would leave no room for what its diagnosis and failure add. */
  static final int ROOM_BYTES = Topic.LARGEST_MESSAGE_BYTES - 64 * 1024;

  /** No turn. */
  static final int NO_TURN = -1;

  private final AttemptLog log;
  private final Conversation conversation;
  private final Mode mode;
  private final int lastTurn;
  private final boolean plainToo;
  private final ToIntFunction<TrajectoryEvent> measure;
  private final TokenTrail trail = new TokenTrail();
  private int turn;
  private @Nullable EndReason ended;

  /**
   * An episode of which the start has been written.
   *
   * @param conversation the environment's side, no answer given yet
   * @param lastTurn the turn that a branch ends with; {@link #NO_TURN} to play them all
   * @param plainToo whether the policy's side is told what each message would say without patches
   * @param measure the bytes that an event has as a message, with its key
   */
  Episode(
      AttemptLog log,
      Conversation conversation,
      Mode mode,
      int lastTurn,
      boolean plainToo,
      ToIntFunction<TrajectoryEvent> measure) {
    this.lastTurn = lastTurn;
    this.plainToo = plainToo;
    this.measure = measure;
    this.log = log;
    this.conversation = conversation;
    this.mode = mode;
  }

  /** The messages that are to be answered next: by the user if it is awaited, or the policy. */
  List<ChatMessage> unanswered() {
    boolean plain = plainToo && !awaitsUser();
    return conversation.unanswered().stream()
        .map(
            message ->
                new ChatMessage(message.role(), message.content(), plain ? message.plain() : null))
        .toList();
  }

  /** Whether whoever plays the user is to answer, not the policy. */
  boolean awaitsUser() {
    return conversation.awaitsUser();
  }

  /** The turn that the policy is to answer in, from 0. */
  int turn() {
    return turn;
  }

  /** Why it is over; null while the policy is to answer. */
  @Nullable EndReason ended() {
    return ended;
  }

  /**
   * Takes the next answer, of the policy or of whoever plays the user.
   *
   * @return what happened with it, in order; the last one says so where the episode is over
   */
  List<TrajectoryEvent> take(PolicyAnswer answer) {
    return take(answer, false);
  }

  /** Takes an answer that was given before, as {@link #take} does. */
  List<TrajectoryEvent> repeat(PolicyAnswer answer) {
    return take(answer, true);
  }

  private List<TrajectoryEvent> take(PolicyAnswer answer, boolean repeated) {
    return awaitsUser() ? takeUsers(answer) : takePolicys(answer, repeated);
  }

  /** What a user does that cannot be understood is nobody's fault who is measured or trained. */
  private List<TrajectoryEvent> takeUsers(PolicyAnswer answer) {
    UserOutcome outcome;
    try {
      outcome = conversation.userStep(answer.text());
    } catch (RuntimeException | StackOverflowError failure) {
      return List.of(end(EndReason.ENGINE_FAILURE, line(failure)));
    }
    List<TrajectoryEvent> events = new ArrayList<>();
    if (fits(log.userStep(step(outcome)), "user's message", events)) {
      endAt(outcome.end(), events);
    }
    return events;
  }

  private static UserStep step(UserOutcome outcome) {
    return new UserStep(
        outcome.turn(),
        outcome.text(),
        outcome.executed().stream().map(ExecutedCall::call).toList(),
        outcome.executed().stream().map(call -> new ToolResult(call.result(), null)).toList());
  }

  private List<TrajectoryEvent> takePolicys(PolicyAnswer answer, boolean repeated) {
    StepOutcome outcome;
    try {
      outcome = conversation.step(answer.text());
    } catch (RuntimeException | StackOverflowError failure) {
      return List.of(end(EndReason.ENGINE_FAILURE, "the environment failed: " + line(failure)));
    }
    turn = outcome.turn() + (outcome.turnEnded() ? 1 : 0);
    int before = log.next();
    try {
      return told(step(answer, outcome, repeated), outcome);
    } catch (RuntimeException | StackOverflowError unusable) {
      log.backTo(before);
      return List.of(
          end(EndReason.ENGINE_FAILURE, "the answer cannot be written down: " + line(unusable)));
    }
  }

  private List<TrajectoryEvent> told(AssistantStep step, StepOutcome outcome) {
    List<TrajectoryEvent> events = new ArrayList<>();
    TrajectoryEvent said = log.step(step);
    if (step.getPlainContextTokenIds() != null && measure.applyAsInt(said) > ROOM_BYTES) {
      // What only measures must not end an episode.
      step.setPlainContextTokenIds(null);
    }
    if (!fits(said, "answer", events)) {
      return events;
    }
    boolean answered = outcome.refusal() != null || !outcome.executed().isEmpty();
    if (answered && !fits(log.results(results(outcome)), "results of its calls", events)) {
      return events;
    }
    if (outcome.turnEnded()) {
      events.add(log.turnEnded(outcome.turn()));
    }
    if (outcome.turnEnded() && outcome.turn() == lastTurn) {
      events.add(end(EndReason.BRANCH_ENDED, null));
    } else {
      endAt(outcome.end(), events);
    }
    return events;
  }

  private void endAt(@Nullable EpisodeEnd end, List<TrajectoryEvent> events) {
    if (end != null) {
      events.add(end(end.reason(), end.message()));
    }
  }

  /**
   * Adds an event, or in its place the end of the episode: what no message can hold, the policy has
   * had no room to say.
   */
  private boolean fits(TrajectoryEvent event, String what, List<TrajectoryEvent> events) {
    int bytes = measure.applyAsInt(event);
    if (bytes <= ROOM_BYTES) {
      events.add(event);
      return true;
    }
    log.backTo(event.getSequence());
    events.add(
        end(
            EndReason.STEP_LIMIT,
            "the %s would have %d bytes, and a message has room for %d"
                .formatted(what, bytes, ROOM_BYTES)));
    return false;
  }

  /**
   * Ends it from outside.
   *
   * @param message what happened, one line for people; null if the reason says it all
   */
  TrajectoryEvent end(EndReason reason, @Nullable String message) {
    ended = reason;
    return log.ended(reason, message);
  }

  private AssistantStep step(PolicyAnswer answer, StepOutcome outcome, boolean repeated) {
    Refusal refusal = outcome.refusal();
    // Evaluations are never trained on: their ids would only be carried about.
    SampledTokens tokens = mode == Mode.TRAIN ? trail.next(answer.tokens()) : null;
    return AssistantStep.newBuilder()
        .setTurn(outcome.turn())
        .setStep(outcome.step())
        .setText(answer.text())
        .setToolCalls(outcome.calls())
        .setRejectedCalls(outcome.rejectedCalls())
        .setParseError(refusal == null ? null : refusal.reason())
        .setUndecodable(refusal != null && refusal.cause() == Refusal.Cause.FORM)
        .setPolicyVersion(answer.policyVersion())
        .setContextTokenIds(tokens == null ? null : tokens.context())
        .setSampledTokenIds(tokens == null ? null : tokens.sampled())
        .setSampledLogProbs(tokens == null ? null : tokens.logProbs())
        .setRepeated(repeated)
        .setPlainContextTokenIds(tokens == null ? null : tokens.plainContext())
        .build();
  }

  private static ToolResults results(StepOutcome outcome) {
    List<ToolResult> results =
        outcome.executed().stream()
            .map(call -> new ToolResult(call.result(), call.shown()))
            .toList();
    String refusal = outcome.refusal() == null ? null : outcome.reply().content();
    return new ToolResults(outcome.turn(), outcome.step(), results, refusal);
  }

  /** An exception in one line. */
  static String line(Throwable failure) {
    String message = failure.getMessage();
    return (message == null ? failure.getClass().getSimpleName() : message)
        .lines()
        .findFirst()
        .orElse(failure.getClass().getSimpleName());
  }
}
