package org.sealflow.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something a simulated user did.
 *
 * @param text what it said; null if it only called tools
 * @param calls its calls in order, as the environment writes them
 * @param recorded results as the rollout recorded them, one per call; empty if none were
 */
public record UserAction(@Nullable String text, List<String> calls, List<String> recorded) {
  public UserAction {
    calls = List.copyOf(calls);
    recorded = List.copyOf(recorded);
  }
}
