package org.sealflow.rollout;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
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

/**
 * One attempt at an episode under way: takes the policy's answers and says what happened, until one
 * of them ends it. Not thread-safe.
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
  private List<ChatMessage> unanswered;
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
    this.unanswered = conversation.opening().stream().map(this::message).toList();
  }

  private ChatMessage message(org.sealflow.environment.conversation.EnvironmentMessage message) {
    return new ChatMessage(message.role(), message.content(), plainToo ? message.plain() : null);
  }

  /** The messages the policy is to answer next. */
  List<ChatMessage> unanswered() {
    return unanswered;
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
   * Takes the policy's next answer.
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
    StepOutcome outcome;
    try {
      outcome = conversation.step(answer.text());
    } catch (RuntimeException | StackOverflowError failure) {
      return List.of(end(EndReason.ENGINE_FAILURE, "the environment failed: " + line(failure)));
    }
    unanswered = List.of(message(outcome.reply()));
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
    EpisodeEnd end = outcome.end();
    if (outcome.turnEnded() && outcome.turn() == lastTurn) {
      events.add(end(EndReason.BRANCH_ENDED, null));
    } else if (end != null) {
      events.add(end(reason(end), null));
    }
    return events;
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

  private static EndReason reason(EpisodeEnd end) {
    return switch (end) {
      // Turns are missing from an episode cut off for its form, which is all the checker asks.
      case COMPLETED, PARSE_ERROR -> EndReason.COMPLETED;
      case STEP_LIMIT -> EndReason.STEP_LIMIT;
    };
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
