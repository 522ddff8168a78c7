package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.review.CallKind;
import org.sealflow.review.RecordedMessage;
import org.sealflow.review.RecordedResult;
import org.sealflow.review.Speaker;

/**
 * A call is not made again if nothing was learned since. Found where tool, arguments and result
 * equal those of an earlier reply's call, and between the two stand no user or system message and
 * no result of another call. A result of one or two words (an acknowledgement) passes: the call may
 * have been meant twice. So does a result with a picture.
 */
final class CallIsNotRepeated implements TrajectoryReviewer.Check {
  /** Calls looked back at; with nothing new in between, the repeated one is near. */
  private static final int FARTHEST = 8;

  private static final int LONGEST_ACKNOWLEDGEMENT = 64;

  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    List<CallInTurn> calls = reviewed.calls();
    for (int index = 1; index < calls.size(); index++) {
      for (int before = index - 1; before >= Math.max(0, index - FARTHEST); before--) {
        if (repeats(reviewed, calls.get(before), calls.get(index))) {
          findings.accept(repetition(calls.get(before), calls.get(index)));
          break;
        }
      }
    }
  }

  private static ReviewFinding repetition(CallInTurn first, CallInTurn again) {
    return ReviewFinding.ofCall(
        ReviewRule.REPEATED_CALL,
        again,
        null,
        "same arguments and result as the call in "
            + first.message().place()
            + ", and nothing new in between");
  }

  private static boolean repeats(ReviewedRecord reviewed, CallInTurn first, CallInTurn again) {
    RecordedResult one = first.call().result();
    RecordedResult two = again.call().result();
    return one != null
        && two != null
        && first.index() < again.index()
        && one.message() < again.index()
        && first.call().name().equals(again.call().name())
        && again.call().kind() != CallKind.UNRECORDED
        && sameArguments(first, again)
        && one.text().equals(two.text())
        && !isAcknowledgement(one.text())
        && !reviewed.messages().get(one.message()).opaque()
        && !reviewed.messages().get(two.message()).opaque()
        && nothingLearned(reviewed, first, one, again);
  }

  private static boolean sameArguments(CallInTurn first, CallInTurn again) {
    JsonNode arguments = first.arguments();
    return arguments == null
        ? first.call().arguments().equals(again.call().arguments())
        : arguments.equals(again.arguments());
  }

  private static boolean isAcknowledgement(String text) {
    return text.length() <= LONGEST_ACKNOWLEDGEMENT && text.strip().split("\\s+", 3).length <= 2;
  }

  /** Whether only the model itself, and the first call's own result, stand between the calls. */
  private static boolean nothingLearned(
      ReviewedRecord reviewed, CallInTurn first, RecordedResult result, CallInTurn again) {
    for (int index = first.index() + 1; index < again.index(); index++) {
      RecordedMessage message = reviewed.messages().get(index);
      boolean own = index == result.message();
      boolean same = message.text().equals(result.text());
      if (message.speaker() != Speaker.MODEL && !own && !same) {
        return false;
      }
    }
    return true;
  }
}
