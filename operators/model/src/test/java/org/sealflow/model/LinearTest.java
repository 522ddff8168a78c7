package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/** The linear map through oneDNN is the engine's own. */
final class LinearTest {
  private static final int INPUTS = 48;
  private static final int OUTPUTS = 20;
  private static final Offset<Float> ROUNDING = Offset.offset(1e-5f);
  private static final String CALLS =
      """
      def with_bias(x: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
        return linear(x, weight, bias)

      def without_bias(x: Tensor, weight: Tensor) -> Tensor:
        return linear(x, weight, None)

      """;

  private record Maps(TorchScript fast, TorchScript plain) implements AutoCloseable {
    static Maps compile(NDManager manager) {
      return new Maps(
          TorchScript.compile((PtNDManager) manager, text("linear_onednn.txt")),
          TorchScript.compile((PtNDManager) manager, text("linear_plain.txt")));
    }

    private static String text(String resource) {
      return CALLS + TorchScript.resource(resource);
    }

    @Override
    public void close() {
      fast.close();
      plain.close();
    }
  }

  /** Fewer rows than oneDNN is asked for, a multiple of 16, and others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 15, 16, 37, 128})
  void anyNumberOfRowsIsMappedAsByTheEngine(int rows) {
    try (NDManager manager = NDManager.newBaseManager(Device.cpu());
        Maps maps = Maps.compile(manager)) {
      NDArray x = random(manager, rows, new Shape(1, rows, INPUTS));
      NDArray weight = random(manager, 1, new Shape(OUTPUTS, INPUTS));
      NDArray bias = random(manager, 2, new Shape(OUTPUTS));
      NDArray mapped = map(maps.fast(), false, x, weight, bias);
      assertThat(mapped.getShape()).isEqualTo(new Shape(1, rows, OUTPUTS));
      assertSame(mapped, map(maps.plain(), false, x, weight, bias));
      assertSame(map(maps.fast(), false, x, weight), map(maps.plain(), false, x, weight));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16, 37})
  void gradientsAreTheEngines(int rows) {
    try (NDManager manager = NDManager.newBaseManager(Device.cpu());
        Maps maps = Maps.compile(manager)) {
      List<NDArray> fast = gradients(maps.fast(), rows, manager);
      List<NDArray> plain = gradients(maps.plain(), rows, manager);
      for (int i = 0; i < fast.size(); i++) {
        assertSame(fast.get(i), plain.get(i));
      }
    }
  }

  /** Of the weighted sum of the outputs, by inputs, weight and bias. */
  private static List<NDArray> gradients(TorchScript script, int rows, NDManager manager) {
    NDArray x = random(manager, rows, new Shape(rows, INPUTS));
    NDArray weight = random(manager, 1, new Shape(OUTPUTS, INPUTS));
    NDArray bias = random(manager, 2, new Shape(OUTPUTS));
    List<NDArray> arguments = List.of(x, weight, bias);
    arguments.forEach(argument -> argument.setRequiresGradient(true));
    NDArray y = map(script, true, x, weight, bias);
    NDArray slopes = random(manager, 3, y.getShape());
    JniUtils.backward((PtNDArray) y, (PtNDArray) slopes, false, false);
    return arguments.stream().map(NDArray::getGradient).toList();
  }

  private static NDArray map(TorchScript script, boolean gradients, NDArray... arguments) {
    String function = arguments.length == 3 ? "with_bias" : "without_bias";
    try (ScriptCall call = script.call(function).recordGradients(gradients)) {
      for (NDArray argument : arguments) {
        call.tensor(argument);
      }
      return call.toTensor(arguments[0].getManager());
    }
  }

  private static NDArray random(NDManager manager, long seed, Shape shape) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[(int) shape.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-1, 1);
    }
    return manager.create(values, shape);
  }

  private static void assertSame(NDArray actual, NDArray expected) {
    float[] values = actual.toFloatArray();
    float[] wanted = expected.toFloatArray();
    assertThat(values).hasSameSizeAs(wanted);
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).as("value %d", i).isCloseTo(wanted[i], ROUNDING);
    }
  }
}
