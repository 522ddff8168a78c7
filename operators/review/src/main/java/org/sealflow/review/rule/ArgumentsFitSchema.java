package org.sealflow.review.rule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import org.sealflow.review.OfferedTool;

/** Arguments obey the JSON schema of their tool, as far as {@link SchemaCheck} judges it. */
final class ArgumentsFitSchema implements TrajectoryReviewer.Check {
  @Override
  public void check(ReviewedRecord reviewed, Consumer<ReviewFinding> findings) {
    for (CallInTurn at : reviewed.calls()) {
      OfferedTool tool = reviewed.trajectory().tool(at.call().name());
      JsonNode schema = tool == null ? null : tool.parameters();
      JsonNode arguments = at.arguments();
      if (schema != null && arguments != null) {
        for (SchemaCheck.Violation violation : SchemaCheck.violations(schema, arguments)) {
          findings.accept(
              ReviewFinding.ofCall(
                  ReviewRule.SCHEMA_VIOLATION, at, violation.argument(), violation.evidence()));
        }
      }
    }
  }
}
