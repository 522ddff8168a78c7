package org.sealflow.model.script;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.Random;

/**
 * Checks that linear maps and their gradients are right on this processor. oneDNN chooses its code
 * by the processor, and on some its version 3.7.1 silently gives wrong numbers if the width of the
 * output is not a multiple of a block (exp/log/linear-maps.md).
 */
final class LinearCheck {
  /** Far above what rounding does, and far below what a wrong number is. */
  private static final double TOLERANCE = 0.01;

  /** Some whose output fills blocks of 16, 32 and 64, and some that leave a rest. */
  private static final List<LinearMap> MAPS =
      List.of(
          new LinearMap(16, 32, 64),
          new LinearMap(16, 32, 48),
          new LinearMap(16, 48, 32),
          new LinearMap(33, 64, 200),
          new LinearMap(40, 100, 100));

  private LinearCheck() {}

  /** The shape of a linear map and of its input. */
  private record LinearMap(int rows, int in, int out) {}

  /** A product of two numbers, to be summed. */
  @FunctionalInterface
  private interface Product {
    double of(int row, int column, int summed);
  }

  /** A matrix of sums, by rows. */
  private static double[] sums(int rows, int columns, int summed, Product product) {
    double[] sums = new double[rows * columns];
    for (int i = 0; i < sums.length; i++) {
      for (int k = 0; k < summed; k++) {
        sums[i] += product.of(i / columns, i % columns, k);
      }
    }
    return sums;
  }

  /**
   * Whether a script's function {@code linear} is right, with and without gradients.
   *
   * @param manager whose device it is asked about
   */
  static boolean isSound(TorchScript script, NDManager manager) {
    Random random = new Random(1);
    try (NDManager scope = manager.newSubManager()) {
      return MAPS.stream().allMatch(map -> isSound(script, map, random, scope));
    }
  }

  private static boolean isSound(
      TorchScript script, LinearMap map, Random random, NDManager scope) {
    int rows = map.rows;
    int in = map.in;
    int out = map.out;
    float[] x = numbers(rows * in, random);
    float[] w = numbers(out * in, random);
    float[] b = numbers(out, random);
    float[] dy = numbers(rows * out, random);
    double[] y =
        sums(rows, out, in, (row, to, from) -> (double) x[row * in + from] * w[to * in + from]);
    for (int i = 0; i < y.length; i++) {
      y[i] += b[i % out];
    }
    NDArray input = recorded(scope.create(x, new Shape(rows, in)));
    NDArray weight = recorded(scope.create(w, new Shape(out, in)));
    NDArray bias = scope.create(b);
    NDArray output = linear(script, input, weight, bias, true);
    if (!isClose(output, y) || !isClose(linear(script, input, weight, bias, false), y)) {
      return false;
    }
    NDArray gradient = scope.create(dy, new Shape(rows, out));
    JniUtils.backward((PtNDArray) output, (PtNDArray) gradient, false, false);
    double[] dx =
        sums(rows, in, out, (row, from, to) -> (double) dy[row * out + to] * w[to * in + from]);
    double[] dw =
        sums(out, in, rows, (to, from, row) -> (double) dy[row * out + to] * x[row * in + from]);
    return isClose(input.getGradient(), dx) && isClose(weight.getGradient(), dw);
  }

  private static NDArray recorded(NDArray array) {
    array.setRequiresGradient(true);
    return array;
  }

  private static NDArray linear(
      TorchScript script, NDArray x, NDArray weight, NDArray bias, boolean gradients) {
    try (ScriptCall call = script.call("linear")) {
      return call.recordGradients(gradients)
          .tensor(x)
          .tensor(weight)
          .tensor(bias)
          .toTensor(x.getManager());
    }
  }

  private static float[] numbers(int count, Random random) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  private static boolean isClose(NDArray found, double[] expected) {
    float[] numbers = found.toFloatArray();
    double largest = 0;
    double difference = 0;
    for (int i = 0; i < expected.length; i++) {
      double distance = Math.abs(numbers[i] - expected[i]);
      if (!(distance < Double.POSITIVE_INFINITY)) {
        return false;
      }
      largest = Math.max(largest, Math.abs(expected[i]));
      difference = Math.max(difference, distance);
    }
    return difference <= TOLERANCE * largest;
  }
}
