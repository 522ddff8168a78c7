package org.sealflow.review.rule;

import java.util.HashMap;
import java.util.List;
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
    List<CallInTurn> calls = reviewed.calls();
    Map<String, Integer> last = new HashMap<>();
    for (int i = 0; i < calls.size(); i++) {
      last.put(calls.get(i).call().name(), i);
    }
    for (int i = 0; i < calls.size(); i++) {
      CallInTurn at = calls.get(i);
      String failure = at.failure();
      String tool = at.call().name();
      if (failure != null && last.getOrDefault(tool, i) == i) {
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
