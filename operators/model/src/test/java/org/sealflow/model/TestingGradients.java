package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.jni.JniUtils;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gradients that have gathered in a model. */
public final class TestingGradients {
  private TestingGradients() {}

  /** Runs a pass forth and back. */
  public static void backward(PolicyModel model, TokenBatch batch, float[][] factors) {
    try (ForwardPass pass = model.forward(batch, 1)) {
      pass.backward(factors);
    }
  }

  /** The gradients by tensor name. */
  public static Map<String, float[]> of(PolicyModel model) {
    Map<String, float[]> gradients = new LinkedHashMap<>();
    for (TrainedTensor parameter : model.parameters()) {
      try (NDArray gradient = JniUtils.getGradient((PtNDArray) parameter.value())) {
        gradients.put(parameter.name(), gradient.toFloatArray());
      }
    }
    return gradients;
  }

  /** Each gradient is there, and differs by at most the tolerance times its largest entry or 1. */
  public static void assertClose(
      Map<String, float[]> found, Map<String, float[]> expected, double tolerance) {
    assertThat(found).isNotEmpty();
    found.forEach(
        (name, gradient) -> {
          double scale = Math.max(1, TestingArrays.largest(expected.get(name)));
          assertThat(TestingArrays.largest(gradient)).as(name).isPositive();
          assertThat(TestingArrays.largestDifference(gradient, expected.get(name)))
              .as(name)
              .isLessThanOrEqualTo(tolerance * scale);
        });
  }
}
