package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.EpisodeVerifier;
import org.sealflow.environment.PolicyStep;
import org.sealflow.environment.RulesInForce;
import org.sealflow.environment.Tag;
import org.sealflow.environment.VerifiedEpisode;
import org.sealflow.environment.conversation.Conversation;
import org.sealflow.environment.conversation.Presentation;
import org.sealflow.environment.conversation.Refusal;
import org.sealflow.environment.conversation.Rules;
import org.sealflow.environment.conversation.StepOutcome;
import org.sealflow.model.text.ChatSegments;
import org.sealflow.model.text.TemplateMessage;
import org.sealflow.schemas.TurnJudgement;

/** An episode played to judge the policy: the environment's side, the token ids, the verifier. */
final class JudgedEpisode {
  private static final String MODEL_NAME = "policy";

  private final JudgedTask task;
  private final Conversation conversation;
  private final ChatSegments segments;
  private final EpisodeVerifier verifier;
  private final List<PolicyStep> stepsOfTurn = new ArrayList<>();
  private @Nullable Boolean success;

  /**
   * An episode that begins.
   *
   * @param segments a conversation not begun
   */
  JudgedEpisode(JudgedTask task, Rules rules, ChatSegments segments) {
    this.task = task;
    this.segments = segments;
    conversation =
        Conversation.start(task.conversation(), rules, Presentation.plain(), MODEL_NAME, null);
    verifier =
        task.verification()
            .verifier(new RulesInForce(rules.toolEnforcement()), MODEL_NAME, null, false);
    segments.open(conversation.opening().stream().map(JudgedEpisode::message).toList());
  }

  private static TemplateMessage message(
      org.sealflow.environment.conversation.EnvironmentMessage message) {
    return TemplateMessage.of(message.role(), message.content());
  }

  JudgedTask task() {
    return task;
  }

  /** The prompt of the next answer. */
  int[] prompt() {
    return segments.ids();
  }

  /** Whether it is over. */
  boolean isOver() {
    return success != null;
  }

  /** Whether every turn was solved or rightly left alone without a refused call; after the end. */
  boolean succeeded() {
    return Boolean.TRUE.equals(success);
  }

  /** Takes the policy's next answer. */
  void take(int[] answer) {
    StepOutcome outcome = conversation.step(segments.sampled(answer));
    stepsOfTurn.add(step(outcome));
    if (outcome.turnEnded()) {
      verifier.endTurn(List.copyOf(stepsOfTurn));
      stepsOfTurn.clear();
    }
    if (outcome.end() == null) {
      segments.add(List.of(message(outcome.reply())));
    } else {
      end();
    }
  }

  /** Ends it where the context has no room for another answer. */
  void breakOff() {
    end();
  }

  private static PolicyStep step(StepOutcome outcome) {
    Refusal refusal = outcome.refusal();
    boolean undecodable = refusal != null && refusal.cause() == Refusal.Cause.FORM;
    return new PolicyStep(
        outcome.calls(),
        outcome.rejectedCalls(),
        undecodable ? outcome.content() : null,
        List.of());
  }

  private void end() {
    verifier.endEpisode();
    VerifiedEpisode facts = verifier.episode();
    boolean strict =
        !facts.turns().tags().isEmpty()
            && facts.turns().tags().stream().allMatch(Tag::isSuccess)
            && !facts.turns().judgements().contains(TurnJudgement.WRONG);
    success = Boolean.TRUE.equals(facts.official().valid()) && strict;
  }
}
