package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;

/**
 * A trained tensor, in single precision.
 *
 * @param name its name in the checkpoint or adapter
 * @param value the tensor, updated in place
 */
record TrainedTensor(String name, NDArray value) {
  @Override
  public String toString() {
    return name + Arrays.toString(value.getShape().getShape());
  }
}
