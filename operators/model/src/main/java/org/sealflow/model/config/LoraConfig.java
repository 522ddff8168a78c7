package org.sealflow.model.config;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Low-rank adapters (LoRA, arXiv 2106.09685, equation 3): each target projection W gains {@code
 * (alpha / rank) B A}, of which only A and B are trained. There is no dropout.
 *
 * @param rank inner width, at least 1
 * @param alpha numerator of the scale, above 0
 * @param targets the projections adapted, in every layer; not empty
 */
public record LoraConfig(int rank, double alpha, Set<Projection> targets) {
  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException naming what is out of range
   */
  public LoraConfig {
    if (rank < 1) {
      throw new IllegalArgumentException("rank is " + rank + ", expected 1 or more");
    }
    if (!(alpha > 0) || Double.isInfinite(alpha)) {
      throw new IllegalArgumentException("alpha is " + alpha + ", expected a positive number");
    }
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("targets is empty, expected at least one projection");
    }
    targets = Collections.unmodifiableSet(EnumSet.copyOf(targets));
  }

  /** Adapters on all seven projections, with an alpha of twice the rank. */
  public static LoraConfig everywhere(int rank) {
    return new LoraConfig(rank, 2.0 * rank, EnumSet.allOf(Projection.class));
  }

  /** The factor on the product of the two matrices. */
  public double scale() {
    return alpha / rank;
  }
}
