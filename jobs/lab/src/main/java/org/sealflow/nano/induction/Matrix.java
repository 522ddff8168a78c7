package org.sealflow.nano.induction;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.sealflow.model.file.HostTensor;

/** Weights being made: a matrix by rows, outputs times inputs, or a vector as a single row. */
final class Matrix {
  private final List<Long> shape;
  private final int columns;
  private final float[] values;

  private Matrix(List<Long> shape, float[] values) {
    this.shape = shape;
    this.columns = Math.toIntExact(shape.get(shape.size() - 1));
    this.values = values;
  }

  /** Every value the same. */
  static Matrix filled(List<Long> shape, double value) {
    float[] values = new float[size(shape)];
    Arrays.fill(values, (float) value);
    return new Matrix(shape, values);
  }

  /** Values drawn from a normal distribution around 0, row by row. */
  static Matrix normal(List<Long> shape, double deviation, RandomGenerator random) {
    float[] values = new float[size(shape)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (deviation * random.nextGaussian());
    }
    return new Matrix(shape, values);
  }

  private static int size(List<Long> shape) {
    return Math.toIntExact(shape.stream().reduce(1L, Math::multiplyExact));
  }

  private int rows() {
    return values.length / columns;
  }

  void set(int row, int column, double value) {
    values[row * columns + column] = (float) value;
  }

  /** Sets all of a row, as long as the row. */
  void setRow(int row, double[] vector) {
    for (int column = 0; column < columns; column++) {
      set(row, column, vector[column]);
    }
  }

  /** Sets all of a column to a multiple of a vector, as long as the column. */
  void setColumn(int column, double[] vector, double factor) {
    for (int row = 0; row < rows(); row++) {
      set(row, column, factor * vector[row]);
    }
  }

  /** Multiplies rows {@code from} up to but not {@code to}. */
  void scaleRows(int from, int to, double factor) {
    for (int i = from * columns; i < to * columns; i++) {
      values[i] *= (float) factor;
    }
  }

  /** Multiplies columns {@code from} up to but not {@code to}. */
  void scaleColumns(int from, int to, double factor) {
    for (int row = 0; row < rows(); row++) {
      for (int column = from; column < to; column++) {
        values[row * columns + column] *= (float) factor;
      }
    }
  }

  /** The weights as a model takes them; to be changed no more. */
  HostTensor named(String name) {
    return new HostTensor(name, shape, values);
  }
}
