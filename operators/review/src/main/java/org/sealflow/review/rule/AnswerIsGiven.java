package org.sealflow.review.rule;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;

/**
 * The record ends with an answer to the user. Not judged if it is cut off, if it ends with a user's
 * message, if the last call is of a tool that by its name ends the conversation, or if the last
 * reply has results but no calls: then its text is the call or the answer, and the record does not
 * say which.
 */
final class AnswerIsGiven implements TrajectoryReviewer.Check {
  private static final Pattern CLOSES =
      Pattern.compile(
          "(?<![a-z])(finish|finished|submit|done|complete|completed|end|exit|stop|terminate|answer"
              + "|final|respond|reply|transfer|escalate|handoff|hand|message|send|ask)(?![a-z])");

  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    List<RecordedMessage> messages = reviewed.messages();
    int last = messages.size() - 1;
    int reply = last;
    while (reply >= 0 && messages.get(reply).speaker() == Speaker.TOOL) {
      reply--;
    }
    if (reply < 0
        || messages.get(reply).speaker() != Speaker.MODEL
        || reviewed.trajectory().outcome() != RecordOutcome.FINISHED) {
      return;
    }
    RecordedMessage message = messages.get(reply);
    int turn = reviewed.trajectory().turns();
    if (message.calls().isEmpty() && !message.answers()) {
      findings.accept(
          ReviewFinding.ofReply(
              ReviewRule.NO_ANSWER, turn, message, "the last reply has neither text nor calls"));
    } else if (reply < last
        && !message.calls().isEmpty()
        && message.calls().stream().noneMatch(AnswerIsGiven::closes)) {
      RecordedCall call = message.calls().get(message.calls().size() - 1);
      findings.accept(
          ReviewFinding.ofReply(
              ReviewRule.NO_ANSWER,
              turn,
              message,
              "the record ends with the result of " + call.name() + ", no reply follows"));
    }
  }

  private static boolean closes(RecordedCall call) {
    String words = call.name().replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    return CLOSES.matcher(words).find();
  }
}
