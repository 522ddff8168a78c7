package org.sealflow.learn.algorithm;

import java.util.List;

/**
 * A batch after weighting.
 *
 * @param groups its groups, in their order
 * @param summary what weighting did to it
 */
public record WeighedBatch(List<WeighedGroup> groups, ScaleSummary summary) {
  /** Copies the groups. */
  public WeighedBatch {
    groups = List.copyOf(groups);
  }
}
