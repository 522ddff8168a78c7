package org.sealflow.review.rule;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.sealflow.review.read.Quoted;

/**
 * After an error, a later call of the same tool comes back without one. An error is what the record
 * calls one, or a result that is a JSON object with an {@code error}; other texts are not judged.
 * Said of the last call of each tool alone.
 */
final class ErrorIsRecovered implements TrajectoryReviewer.Check {
  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    Map<String, CallInTurn> last = new HashMap<>();
    reviewed.calls().forEach(call -> last.put(call.call().name(), call));
    for (CallInTurn at : reviewed.calls()) {
      String failure = at.failure();
      String tool = at.call().name();
      if (failure != null && last.get(tool) == at) {
        findings.accept(
            ReviewFinding.ofCall(
                ReviewRule.ERROR_NOT_RECOVERED,
                at,
                null,
                "result "
                    + Quoted.of(failure)
                    + "; no later call of "
                    + Quoted.cut(tool, 40)
                    + " succeeded"));
      }
    }
  }
}
