package org.sealflow.environment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the steps of recorded trajectories. */
public final class PolicySteps {
  private PolicySteps() {}

  /**
   * The steps of a turn: each a list of call strings, {@code {"rejected": [call, …]}}, or anything
   * else for a reply that decodes to no call.
   */
  public static List<PolicyStep> of(JsonNode turn) {
    List<PolicyStep> steps = new ArrayList<>();
    for (JsonNode step : turn) {
      if (step.isArray()) {
        steps.add(PolicyStep.of(texts(step)));
      } else if (step.has("rejected")) {
        steps.add(new PolicyStep(List.of(), texts(step.get("rejected")), null, List.of()));
      } else {
        steps.add(PolicyStep.undecodable(step.path("undecodable").asText(step.toString())));
      }
    }
    return steps;
  }

  /** One step per call. */
  public static List<PolicyStep> of(List<String> calls) {
    return calls.stream().map(call -> PolicyStep.of(List.of(call))).toList();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }
}
