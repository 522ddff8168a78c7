package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

/** Comparisons of arrays up to rounding. */
public final class TestingArrays {
  private TestingArrays() {}

  public static void assertClose(float[] found, float[] expected, double tolerance) {
    assertThat(found).hasSameSizeAs(expected);
    assertThat(largestDifference(found, expected)).isLessThanOrEqualTo(tolerance);
  }

  public static void assertClose(float[][] found, float[][] expected, double tolerance) {
    assertThat(found.length).isEqualTo(expected.length);
    for (int row = 0; row < found.length; row++) {
      assertClose(found[row], expected[row], tolerance);
    }
  }

  static double largestDifference(float[] found, float[] expected) {
    double largest = 0;
    for (int i = 0; i < found.length; i++) {
      double difference = Math.abs(found[i] - expected[i]);
      largest = Double.isNaN(difference) ? Double.NaN : Math.max(largest, difference);
      if (Double.isNaN(largest)) {
        return Double.NaN;
      }
    }
    return largest;
  }

  /** Largest absolute value. */
  static double largest(float[] values) {
    return largestDifference(values, new float[values.length]);
  }
}
