package org.sealflow.model.file;

import java.util.Arrays;
import java.util.List;

/**
 * A named single-precision tensor in the heap, row by row. The values are handed over: whoever
 * gives or takes a tensor changes them no more. Two are equal where names, shapes and bits are.
 */
public final class HostTensor {
  private final String name;
  private final List<Long> shape;
  private final float[] values;

  /**
   * A tensor.
   *
   * @param shape sizes, outermost first
   * @param values as many as the shape says
   */
  public HostTensor(String name, List<Long> shape, float[] values) {
    long size = shape.stream().reduce(1L, Math::multiplyExact);
    if (size != values.length) {
      throw new IllegalArgumentException(
          "tensor " + name + " has " + values.length + " values, expected " + size);
    }
    this.name = name;
    this.shape = List.copyOf(shape);
    this.values = values;
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its sizes, outermost first. */
  public List<Long> shape() {
    return shape;
  }

  /** Its values; not to be changed. */
  public float[] values() {
    return values;
  }

  /** Number of values. */
  public int size() {
    return values.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HostTensor that
        && name.equals(that.name)
        && shape.equals(that.shape)
        && sameBits(values, that.values);
  }

  /** {@link Arrays#equals(float[], float[])} takes all NaNs for one. */
  private static boolean sameBits(float[] one, float[] other) {
    for (int i = 0; i < one.length; i++) {
      if (Float.floatToRawIntBits(one[i]) != Float.floatToRawIntBits(other[i])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return name + shape;
  }
}
