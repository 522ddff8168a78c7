package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import org.junit.jupiter.api.Test;
import org.sealflow.model.file.StoredType;
import org.sealflow.model.script.ScriptCall;
import org.sealflow.model.script.TorchScript;

/**
 * The arithmetic of an adapter, whose matrices are held in single precision, on bases of both
 * types.
 */
final class AdapterProductTest {
  private static final float BELOW_BFLOAT16 = 1 / 512f;
  private static final double SCALE = 2;
  private static final String CALL =
      """
      def adapted(dtype: int, x: Tensor, weight: Tensor, lora_a: Tensor, lora_b: Tensor, scale: float) -> Tensor:
        layer = {"p.weight": weight.to(dtype), "p.lora_A": lora_a, "p.lora_B": lora_b}
        return project(x.to(dtype), layer, "p", scale).to(6)

      """;

  /**
   * A base of zeros, and an adapter of rank 1 that takes the difference of two inputs but for 1/512
   * of the first, which bfloat16 rounds off.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Adapted(float product, float[] gradientOfA, float gradientOfB) {
    static Adapted on(StoredType base) {
      try (NDManager manager = NDManager.newBaseManager(Device.cpu());
          TorchScript script =
              TorchScript.compile(
                  (PtNDManager) manager,
                  CALL
                      + TorchScript.resource("transformer.txt")
                      + TorchScript.resource("linear_plain.txt"));
          ScriptCall call = script.call("adapted").recordGradients(true)) {
        NDArray x = manager.create(new float[] {256, -256}, new Shape(1, 1, 2));
        NDArray weight = manager.zeros(new Shape(1, 2));
        NDArray loraA = manager.create(new float[] {1 + BELOW_BFLOAT16, 1}, new Shape(1, 2));
        NDArray loraB = manager.create(new float[] {3}, new Shape(1, 1));
        loraA.setRequiresGradient(true);
        loraB.setRequiresGradient(true);
        NDArray y =
            call.integer(base.scalarType())
                .tensor(x)
                .tensor(weight)
                .tensor(loraA)
                .tensor(loraB)
                .real(SCALE)
                .toTensor(manager);
        NDArray one = manager.ones(y.getShape());
        JniUtils.backward((PtNDArray) y, (PtNDArray) one, false, false);
        return new Adapted(
            y.toFloatArray()[0],
            loraA.getGradient().toFloatArray(),
            loraB.getGradient().toFloatArray()[0]);
      }
    }
  }

  @Test
  void onASingleBaseItIsExact() {
    Adapted adapted = Adapted.on(StoredType.F32);

    assertThat(adapted.product()).isEqualTo(2 * 3 * 256 * BELOW_BFLOAT16);
    assertThat(adapted.gradientOfA()).containsExactly(2 * 3 * 256, -2 * 3 * 256);
    assertThat(adapted.gradientOfB()).isEqualTo(2 * 256 * BELOW_BFLOAT16);
  }

  @Test
  void onABfloat16BaseItsMatricesAreRoundedAndTheirGradientsSingle() {
    Adapted adapted = Adapted.on(StoredType.BF16);

    assertThat(adapted.product()).isZero();
    assertThat(adapted.gradientOfA()).containsExactly(2 * 3 * 256, -2 * 3 * 256);
    assertThat(adapted.gradientOfB()).isZero();
  }
}
