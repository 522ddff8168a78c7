package org.sealflow.serve.session;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.ReadyTask;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.ToolDoc;
import org.sealflow.environment.VerifiedTurn;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.EnvironmentMessage;
import org.sealflow.environment.conversation.EpisodeEnd;
import org.sealflow.environment.conversation.ExecutedCall;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.schemas.EndReason;

/**
 * An episode that a caller plays: a conversation in a world of its own, and what is needed to judge
 * it. Not thread-safe; a {@link PlaySession} sees to that.
 */
public final class SessionEpisode {
  private final BegunEpisode begun;
  private final Conversation conversation;
  private final EpisodeListener listener;
  private final List<List<PolicyStep>> ended = new ArrayList<>();
  private final List<PolicyStep> open = new ArrayList<>();
  private @Nullable EpisodeScore score;
  private @Nullable BrokenEpisodeException broken;
  private boolean told;
  private int steps;

  SessionEpisode(BegunEpisode begun, Conversation conversation, EpisodeListener listener) {
    this.begun = begun;
    this.conversation = conversation;
    this.listener = listener;
  }

  public ReadyTask task() {
    return begun.task();
  }

  /** The request that began the episode. */
  public EpisodeStart start() {
    return begun.start();
  }

  /** The name that the policy's world carries. */
  public String modelName() {
    return begun.modelName();
  }

  /** Its purpose, and the patches that it is shown. */
  public Placement placement() {
    return begun.placement();
  }

  /** The messages that the policy answers first: the system prompt and the user's first message. */
  public List<EnvironmentMessage> opening() {
    return conversation.opening();
  }

  /** The tools shown so far, in the order shown. */
  public List<ToolDoc> tools() {
    return conversation.tools();
  }

  /** The turn that the policy is to answer in, from 0; after the end the last one. */
  public int turn() {
    return conversation.end() == EpisodeEnd.COMPLETED ? ended.size() - 1 : ended.size();
  }

  /** The number of answers taken. */
  public int steps() {
    return steps;
  }

  /** Why it is over; null while the policy is to answer. */
  public @Nullable EpisodeEnd end() {
    return conversation.end();
  }

  /**
   * Takes the policy's next answer.
   *
   * @throws EpisodeOverException after the end
   * @throws BrokenEpisodeException if the environment fails; it does so for every later answer too
   */
  public StepOutcome answer(String answer) {
    return answer(PolicyAnswer.ofText(answer, null));
  }

  /**
   * Takes the policy's next answer with the token ids behind it, if it has them.
   *
   * @throws EpisodeOverException as {@link #answer(String)}
   * @throws BrokenEpisodeException as {@link #answer(String)}
   */
  public StepOutcome answer(PolicyAnswer answer) {
    if (broken != null) {
      throw broken;
    }
    EpisodeEnd over = conversation.end();
    if (over != null) {
      throw new EpisodeOverException(begun.task().id(), over);
    }
    StepOutcome outcome;
    try {
      outcome = conversation.step(answer.text());
    } catch (RuntimeException | StackOverflowError failure) {
      broken = new BrokenEpisodeException(begun.task().id(), failure);
      tellEnd(EndReason.ENGINE_FAILURE, broken.getMessage());
      throw broken;
    }
    take(answer, outcome);
    return outcome;
  }

  private void take(PolicyAnswer answer, StepOutcome outcome) {
    steps++;
    score = null;
    open.add(step(answer.text(), outcome));
    if (outcome.turnEnded()) {
      ended.add(List.copyOf(open));
      open.clear();
    }
    listener.answered(answer, outcome);
    EpisodeEnd end = outcome.end();
    if (end != null) {
      tellEnd(end.reason(), null);
    }
  }

  private static PolicyStep step(String answer, StepOutcome outcome) {
    Refusal refusal = outcome.refusal();
    boolean undecodable = refusal != null && refusal.cause() == Refusal.Cause.FORM;
    return new PolicyStep(
        outcome.calls(),
        outcome.rejectedCalls(),
        undecodable ? answer : null,
        outcome.executed().stream().map(ExecutedCall::result).toList());
  }

  /**
   * Judges what was played so far by the environment's own verifier; a turn that is still open
   * counts if it has a step. Changes nothing: the episode can be played on.
   *
   * @throws BrokenEpisodeException if it cannot be verified
   */
  public EpisodeScore score() {
    if (score == null) {
      try {
        score = verified();
      } catch (RuntimeException | StackOverflowError failure) {
        throw new BrokenEpisodeException(begun.task().id(), failure);
      }
    }
    return score;
  }

  /** The steps played, by turn; a turn that is still open counts if it has a step. */
  public List<List<PolicyStep>> played() {
    List<List<PolicyStep>> played = new ArrayList<>(ended);
    if (!open.isEmpty()) {
      played.add(List.copyOf(open));
    }
    return played;
  }

  private EpisodeScore verified() {
    RulesInForce rules = new RulesInForce(begun.start().rules().toolEnforcement());
    EpisodeVerifier verifier = begun.task().verifier(rules, begun.modelName(), begun.asOf(), false);
    List<VerifiedTurn> turns = new ArrayList<>();
    for (List<PolicyStep> turn : played()) {
      VerifiedTurn facts = verifier.endTurn(turn);
      if (facts != null) {
        turns.add(facts);
      }
    }
    turns.addAll(verifier.endEpisode());
    return new EpisodeScore(verifier.episode(), turns);
  }

  /**
   * Says that nobody plays it on; does nothing after the end.
   *
   * @param message why, one line for people
   */
  public void leave(String message) {
    tellEnd(EndReason.CANCELLED, message);
  }

  private void tellEnd(EndReason reason, @Nullable String message) {
    if (!told) {
      told = true;
      listener.ended(reason, message);
    }
  }
}
