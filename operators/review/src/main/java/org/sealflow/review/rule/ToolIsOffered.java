package org.sealflow.review.rule;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sealflow.review.CallKind;
import org.sealflow.review.OfferedTool;
import org.sealflow.review.RecordedCall;
import org.sealflow.review.read.Quoted;

/**
 * A called tool is among those offered. Judged only if the record lists tools; a call that is known
 * to have succeeded shows that the list is incomplete, and passes.
 */
final class ToolIsOffered implements TrajectoryReviewer.Check {
  private static final int NAMES_SHOWN = 5;

  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    List<OfferedTool> tools = reviewed.trajectory().tools();
    if (tools == null || tools.isEmpty()) {
      return;
    }
    for (CallInTurn at : reviewed.calls()) {
      RecordedCall call = at.call();
      if (call.kind() != CallKind.HOSTED
          && !at.succeeded()
          && reviewed.trajectory().tool(call.name()) == null) {
        findings.accept(
            ReviewFinding.ofCall(
                ReviewRule.UNKNOWN_TOOL,
                at,
                null,
                Quoted.of(call.name()) + " is not offered; offered: " + names(tools)));
      }
    }
  }

  private static String names(List<OfferedTool> tools) {
    String names =
        tools.stream()
            .limit(NAMES_SHOWN)
            .map(tool -> Quoted.cut(tool.name(), 40))
            .collect(Collectors.joining(", "));
    return tools.size() > NAMES_SHOWN
        ? names + " and " + (tools.size() - NAMES_SHOWN) + " more"
        : names;
  }
}
