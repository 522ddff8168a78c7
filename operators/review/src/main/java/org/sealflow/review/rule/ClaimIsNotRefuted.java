package org.sealflow.review.rule;

import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.Speaker;
import org.sealflow.review.read.Quoted;

/**
 * An answer does not claim success if the record says that every call since the user's message
 * failed. Judged only by English phrases that claim a change, in answers that hold no word of
 * failure, negation, doubt or question.
 */
final class ClaimIsNotRefuted implements TrajectoryReviewer.Check {
  private static final Pattern CLAIM =
      Pattern.compile(
          "(?i)\\bsuccessfully\\b|\\b(?:has|have) been \\w+ed\\b|\\b(?:is|are) (?:now )?"
              + "(?:completed|done|booked|created|updated|cancelled|canceled|sent|deleted|added"
              + "|changed|confirmed|scheduled)(?: now)?\\b|^\\W*(?:all )?done\\b");
  private static final Pattern DOUBT =
      Pattern.compile(
          "(?i)\\?|n't\\b|n’t\\b|\\b(?:not|no|never|nothing|none|neither|fail\\w*|error\\w*|unable"
              + "|cannot|sorry|unfortunately|problem\\w*|issue\\w*|however|but|if|once|when|until"
              + "|unless|before|already|could|would|might|may|invalid|missing|unavailable|denied"
              + "|declined|refused|rejected|wrong|instead|without|try|tried|again|later)\\b");

  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    List<RecordedMessage> messages = reviewed.messages();
    int turn = 0;
    int since = 0;
    for (int index = 0; index < messages.size(); index++) {
      RecordedMessage message = messages.get(index);
      if (message.speaker() == Speaker.USER || message.speaker() == Speaker.PROGRAM) {
        since = index;
      }
      if (message.speaker() != Speaker.MODEL) {
        continue;
      }
      turn++;
      if (message.calls().isEmpty() && !message.opaque()) {
        Matcher claim = CLAIM.matcher(message.text());
        String failure = failureOfAll(reviewed, since, index);
        if (failure != null && claim.find() && !DOUBT.matcher(message.text()).find()) {
          findings.accept(
              ReviewFinding.ofReply(
                  ReviewRule.CLAIM_AFTER_FAILURE,
                  turn,
                  message,
                  "says " + Quoted.of(claim.group()) + ", but " + failure));
        }
      }
    }
  }

  /** How all calls between two messages failed; null if there is none, or not all failed. */
  private static @Nullable String failureOfAll(ReviewedRecord reviewed, int after, int before) {
    List<CallInTurn> calls =
        reviewed.calls().stream()
            .filter(call -> call.index() > after && call.index() < before)
            .toList();
    if (calls.isEmpty() || calls.stream().anyMatch(call -> call.failure() == null)) {
      return null;
    }
    CallInTurn last = calls.get(calls.size() - 1);
    return (calls.size() == 1 ? "the only call" : "all " + calls.size() + " calls")
        + " since the user's message failed: "
        + Quoted.of(String.valueOf(last.failure()));
  }
}
