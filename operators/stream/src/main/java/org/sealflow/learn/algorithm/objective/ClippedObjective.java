package org.sealflow.learn.algorithm.objective;

import org.jspecify.annotations.Nullable;

/**
 * The clipped objective of PPO (arXiv 1707.06347, equation 7) with separate bounds (clip-higher,
 * DAPO, arXiv 2503.14476, section 3.1) and dual clip (arXiv 1912.09729). For a ratio r and an
 * advantage A, as a loss:
 *
 * <pre>
 * l = max(-A*r, -A*clamp(r, 1 - low, 1 + high))
 * l = min(-A*c, l)                                  where A &lt; 0
 * </pre>
 */
final class ClippedObjective {
  private final double least;
  private final double greatest;
  private final double dual;

  /**
   * The objective of given bounds.
   *
   * @param dual the bound c; null is none
   */
  ClippedObjective(double low, double high, @Nullable Double dual) {
    this.least = 1 - low;
    this.greatest = 1 + high;
    this.dual = dual == null ? Double.POSITIVE_INFINITY : dual;
  }

  /** The loss; 0 for an advantage of 0, whatever the ratio. */
  double loss(double ratio, double advantage) {
    return advantage == 0 ? 0 : -advantage * counted(ratio, advantage);
  }

  /** The derivative of the loss by the ratio: {@code -A}, or 0 if the ratio is held. */
  double slope(double ratio, double advantage) {
    return isClipped(ratio, advantage) || isDualClipped(ratio, advantage) ? 0 : -advantage;
  }

  /** Whether the ratio is held by the upper bound of a gain or the lower bound of a loss. */
  boolean isClipped(double ratio, double advantage) {
    return advantage > 0 ? ratio > greatest : advantage < 0 && ratio < least;
  }

  /** Whether the ratio is held by the dual clip. */
  boolean isDualClipped(double ratio, double advantage) {
    return advantage < 0 && ratio > dual;
  }

  private double counted(double ratio, double advantage) {
    return advantage > 0 ? Math.min(ratio, greatest) : Math.min(dual, Math.max(ratio, least));
  }
}
