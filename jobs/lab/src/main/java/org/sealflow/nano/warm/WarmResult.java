package org.sealflow.nano.warm;

import java.util.Map;

/**
 * A finished warm start.
 *
 * @param step steps the policy has learnt from
 * @param read tokens read until then, of the curriculum
 * @param seconds time it took, interruptions not counted
 * @param judgements name of the split to what came of its fixed tasks
 */
public record WarmResult(
    int step, long read, double seconds, Map<String, StrictSuccesses> judgements) {
  /** Copies the map. */
  public WarmResult {
    judgements = Map.copyOf(judgements);
  }
}
