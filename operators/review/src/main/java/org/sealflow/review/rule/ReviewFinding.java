package org.sealflow.review.rule;

import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;

/**
 * One thing that a record proves.
 *
 * @param rule what it is
 * @param turn the model's reply, from 1
 * @param place where the reply is in its record
 * @param call the call's id; null if it is about no call, or the call has none
 * @param position the call's index among those of its reply; null if it is about no call
 * @param tool the tool; null if it is about no call
 * @param argument the argument; null if it is about no single one
 * @param evidence the proof, in one line
 */
public record ReviewFinding(
    ReviewRule rule,
    int turn,
    String place,
    @Nullable String call,
    @Nullable Integer position,
    @Nullable String tool,
    @Nullable String argument,
    String evidence) {
  static ReviewFinding ofCall(
      ReviewRule rule, CallInTurn at, @Nullable String argument, String evidence) {
    RecordedCall call = at.call();
    return new ReviewFinding(
        rule,
        at.turn(),
        at.message().place(),
        call.id().isEmpty() ? null : call.id(),
        at.position(),
        call.name(),
        argument,
        evidence);
  }

  static ReviewFinding ofReply(
      ReviewRule rule, int turn, RecordedMessage message, String evidence) {
    return new ReviewFinding(rule, turn, message.place(), null, null, null, null, evidence);
  }
}
