package org.sealflow.environment;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reply of the policy within a turn, as far as verification needs it.
 *
 * @param calls the calls to execute, in order; empty for a reply without calls
 * @param rejected calls the environment rejected, never executed
 * @param undecodable the text of a reply that tried to call something and decodes to nothing, else
 *     null
 * @param recorded results as the rollout recorded them, one per call; empty if none were
 * @param text the reply as written; null where nobody keeps it
 */
public record PolicyStep(
    List<String> calls,
    List<String> rejected,
    @Nullable String undecodable,
    List<String> recorded,
    @Nullable String text) {
  public PolicyStep {
    calls = List.copyOf(calls);
    rejected = List.copyOf(rejected);
    recorded = List.copyOf(recorded);
  }

  /** A step whose text plays no part. */
  public PolicyStep(
      List<String> calls,
      List<String> rejected,
      @Nullable String undecodable,
      List<String> recorded) {
    this(calls, rejected, undecodable, recorded, null);
  }

  public static PolicyStep of(List<String> calls) {
    return new PolicyStep(calls, List.of(), null, List.of());
  }

  public static PolicyStep undecodable(String text) {
    return new PolicyStep(List.of(), List.of(), text, List.of());
  }

  /** The same step with the results that were recorded. */
  public PolicyStep with(List<String> results) {
    return new PolicyStep(calls, rejected, undecodable, results, text);
  }

  /** The texts of the steps that tried to call something and decode to nothing. */
  public static List<String> undecodableTexts(List<PolicyStep> steps) {
    List<String> texts = new ArrayList<>();
    for (PolicyStep step : steps) {
      String text = step.undecodable();
      if (text != null) {
        texts.add(text);
      }
    }
    return texts;
  }

  /** A step without a call is left out before anything is executed, as the benchmark does. */
  public boolean executes() {
    return !calls.isEmpty() && !(calls.size() == 1 && calls.get(0).isEmpty());
  }
}
