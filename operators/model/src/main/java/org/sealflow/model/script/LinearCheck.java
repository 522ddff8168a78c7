package org.sealflow.model.script;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.Random;

/**
 * Whether linear maps and their gradients are computed rightly here. Libraries choose their code by
 * the processor, and there are ones that oneDNN 3.7.1 gives wrong numbers on, without a word, where
 * the width of a map's output does not fill its last block.
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

  /** A linear map of some rows. */
  private record LinearMap(int rows, int in, int out) {
    /** x W^T + b, with numbers in rows. */
    double[] apply(float[] x, float[] weight, float[] bias) {
      double[] y = new double[rows * out];
      for (int row = 0; row < rows; row++) {
        for (int to = 0; to < out; to++) {
          double sum = bias[to];
          for (int from = 0; from < in; from++) {
            sum += (double) x[row * in + from] * weight[to * in + from];
          }
          y[row * out + to] = sum;
        }
      }
      return y;
    }

    /** The gradient of x, given that of y. */
    double[] gradientOfInput(float[] weight, float[] gradient) {
      double[] dx = new double[rows * in];
      for (int row = 0; row < rows; row++) {
        for (int to = 0; to < out; to++) {
          for (int from = 0; from < in; from++) {
            dx[row * in + from] += (double) gradient[row * out + to] * weight[to * in + from];
          }
        }
      }
      return dx;
    }

    /** The gradient of W, given that of y. */
    double[] gradientOfWeight(float[] x, float[] gradient) {
      double[] dw = new double[out * in];
      for (int row = 0; row < rows; row++) {
        for (int to = 0; to < out; to++) {
          for (int from = 0; from < in; from++) {
            dw[to * in + from] += (double) gradient[row * out + to] * x[row * in + from];
          }
        }
      }
      return dw;
    }
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
    float[] x = numbers(map.rows * map.in, random);
    float[] weight = numbers(map.out * map.in, random);
    float[] bias = numbers(map.out, random);
    float[] gradient = numbers(map.rows * map.out, random);
    NDArray input = recorded(scope.create(x, new Shape(map.rows, map.in)));
    NDArray matrix = recorded(scope.create(weight, new Shape(map.out, map.in)));
    NDArray offset = scope.create(bias);
    double[] y = map.apply(x, weight, bias);
    NDArray recorded = linear(script, input, matrix, offset, true);
    NDArray unrecorded = linear(script, input, matrix, offset, false);
    if (!isClose(recorded, y) || !isClose(unrecorded, y)) {
      return false;
    }
    NDArray given = scope.create(gradient, new Shape(map.rows, map.out));
    JniUtils.backward((PtNDArray) recorded, (PtNDArray) given, false, false);
    return isClose(input.getGradient(), map.gradientOfInput(weight, gradient))
        && isClose(matrix.getGradient(), map.gradientOfWeight(x, gradient));
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
