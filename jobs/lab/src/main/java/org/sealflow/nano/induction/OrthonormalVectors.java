package org.sealflow.nano.induction;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Random directions at right angles to one another, and to the first coordinate. */
final class OrthonormalVectors {
  private OrthonormalVectors() {}

  /**
   * Draws unit vectors by Gram and Schmidt's procedure on normal ones; the first coordinate of each
   * is 0.
   *
   * @param count less than {@code width}
   * @return [count][width]
   */
  static double[][] draw(int count, int width, RandomGenerator random) {
    double[][] vectors = new double[count][width];
    for (int i = 0; i < count; i++) {
      for (int j = 1; j < width; j++) {
        vectors[i][j] = random.nextGaussian();
      }
      // Twice, for what rounding leaves after the first time.
      removeParts(vectors[i], Arrays.copyOf(vectors, i));
      removeParts(vectors[i], Arrays.copyOf(vectors, i));
      scaleToUnit(vectors[i]);
    }
    return vectors;
  }

  private static void removeParts(double[] vector, double[][] directions) {
    for (double[] direction : directions) {
      double part = product(vector, direction);
      for (int j = 0; j < vector.length; j++) {
        vector[j] -= part * direction[j];
      }
    }
  }

  private static void scaleToUnit(double[] vector) {
    double length = Math.sqrt(product(vector, vector));
    for (int j = 0; j < vector.length; j++) {
      vector[j] /= length;
    }
  }

  static double product(double[] one, double[] other) {
    double sum = 0;
    for (int j = 0; j < one.length; j++) {
      sum += one[j] * other[j];
    }
    return sum;
  }
}
