package org.sealflow.tau.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of a party, with the results of its calls.
 *
 * @param content the text; null in a message of calls only
 * @param results one per call, where they are known; else empty
 */
public record Step(
    Requestor role, @Nullable String content, List<Call> calls, List<ToolAnswer> results) {
  public Step {
    calls = List.copyOf(calls);
    results = List.copyOf(results);
    if (!results.isEmpty() && results.size() != calls.size()) {
      throw new IllegalArgumentException(
          calls.size() + " calls, but " + results.size() + " results");
    }
  }
}
