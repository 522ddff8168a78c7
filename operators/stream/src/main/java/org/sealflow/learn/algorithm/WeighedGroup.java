package org.sealflow.learn.algorithm;

import java.util.List;

/**
 * A group after weighting.
 *
 * @param samples its episodes, in their order
 * @param residual mean of its weighted advantages before any balance was restored: how far
 *     weighting alone moves the group up or down
 */
public record WeighedGroup(List<WeighedSample> samples, double residual) {
  /** Copies the samples. */
  public WeighedGroup {
    samples = List.copyOf(samples);
  }
}
