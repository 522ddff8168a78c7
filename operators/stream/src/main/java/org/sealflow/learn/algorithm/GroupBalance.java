package org.sealflow.learn.algorithm;

import java.util.Arrays;

/**
 * What weighting does to a group as a whole. Advantages of a group sum to 0: what one episode gains
 * another loses. Weights break that, and the group then pushes all its episodes up or down
 * together.
 */
public final class GroupBalance {
  private GroupBalance() {}

  /**
   * How far a group is from balance: the mean of its weighted advantages, 0 where it is balanced.
   */
  public static double residual(double[] weighted) {
    return Arrays.stream(weighted).average().orElse(0);
  }

  /**
   * Scales after which the weighted advantages of a group have mean 0 and the absolute sum they had
   * before weighting. Each side is rescaled by itself to half of that sum:
   *
   * <pre>
   * s'_j = s_j * (S / 2) / (sum of s_k |A_k| over the side of j)           S = sum of |A_k|
   * </pre>
   *
   * which gives both and keeps every sign and every proportion within a side. (Taking away the mean
   * would give both as well, but can lift a failed episode of small weight above 0.) Where all of a
   * side weighs nothing there is nothing to set the other against: the group falls silent.
   *
   * @param advantages advantages before weighting, their sum 0
   * @param scales what weighting multiplies them with, from 0
   * @return the scales to use, in their order; all 1 where there is no advantage to weigh
   */
  public static double[] restore(double[] advantages, double[] scales) {
    double[] balanced = new double[scales.length];
    double half = Arrays.stream(advantages).map(Math::abs).sum() / 2;
    if (half == 0) {
      Arrays.fill(balanced, 1);
      return balanced;
    }
    double gains = side(advantages, scales, 1);
    double losses = side(advantages, scales, -1);
    if (gains == 0 || losses == 0) {
      return balanced;
    }
    for (int i = 0; i < balanced.length; i++) {
      balanced[i] = scales[i] * half / (advantages[i] > 0 ? gains : losses);
    }
    return balanced;
  }

  private static double side(double[] advantages, double[] scales, int sign) {
    double sum = 0;
    for (int i = 0; i < advantages.length; i++) {
      sum += Math.max(0, sign * advantages[i] * scales[i]);
    }
    return sum;
  }
}
