package org.sealflow.review.rule;

import java.util.function.Consumer;
import org.sealflow.review.CallKind;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.read.Json;
import org.sealflow.review.read.Quoted;

/**
 * Arguments of a function are a JSON object. Empty text passes: servers write it for no arguments.
 * A call that is known to have succeeded passes too.
 */
final class ArgumentsAreJson implements TrajectoryReviewer.Check {
  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    for (CallInTurn at : reviewed.calls()) {
      RecordedCall call = at.call();
      boolean judged = call.kind() == CallKind.FUNCTION && !call.arguments().isBlank();
      if (judged && at.arguments() == null && !at.succeeded()) {
        String problem =
            Json.parse(call.arguments()) == null ? " is not JSON" : " is not a JSON object";
        findings.accept(
            ReviewFinding.ofCall(
                ReviewRule.ARGUMENTS_NOT_JSON, at, null, Quoted.of(call.arguments()) + problem));
      }
    }
  }
}
