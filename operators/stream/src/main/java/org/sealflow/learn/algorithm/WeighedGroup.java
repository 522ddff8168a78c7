package org.sealflow.learn.algorithm;

import java.util.List;

/**
 * A group after weighting.
 *
 * @param samples its episodes, in their order
 */
public record WeighedGroup(List<WeighedSample> samples) {
  /** Copies the samples. */
  public WeighedGroup {
    samples = List.copyOf(samples);
  }

  /** Mean of its weighted advantages: how far the group as a whole is moved up or down. */
  public double residual() {
    return samples.stream().mapToDouble(WeighedSample::weighted).average().orElse(0);
  }
}
