package org.sealflow.model.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Device;
import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import org.junit.jupiter.api.Test;

final class TorchScriptTest {
  @Test
  void functionsOfATextCallEachOther() {
    String source =
        """
        # one function
        def twice(x: Tensor) -> Tensor:
          return x + x

        def fourfold(x: Tensor) -> Tensor:
          return twice(twice(x))
        """;
    try (NDManager manager = manager();
        TorchScript script = TorchScript.compile((PtNDManager) manager, source);
        ScriptCall call = script.call("fourfold")) {
      NDArray result = call.tensor(manager.create(new float[] {1, 2})).toTensor(manager);
      assertThat(result.toFloatArray()).containsExactly(4, 8);
    }
  }

  @Test
  void aTextThatDoesNotCompileFailsWithTheCompilersWords() {
    try (NDManager manager = manager()) {
      assertThatThrownBy(
              () ->
                  TorchScript.compile(
                      (PtNDManager) manager, "def f(x: Tensor) -> Tensor:\n  return y\n"))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("undefined value y");
    }
  }

  @Test
  void autogradRecordsWhenAskedToAndTheThreadsModeStaysAsItWas() {
    String source = "def twice(x: Tensor) -> Tensor:\n  return x + x\n";
    try (NDManager manager = manager();
        TorchScript script = TorchScript.compile((PtNDManager) manager, source)) {
      boolean before = JniUtils.isGradMode();
      NDArray x = manager.create(new float[] {3});
      x.setRequiresGradient(true);
      for (boolean mode : new boolean[] {true, false}) {
        JniUtils.setGradMode(mode);
        NDArray recorded = twice(script, x, true);
        assertThat(JniUtils.isGradMode()).isEqualTo(mode);
        NDArray unrecorded = twice(script, x, false);
        assertThat(JniUtils.isGradMode()).isEqualTo(mode);
        backward(recorded);
        assertThatThrownBy(() -> backward(unrecorded))
            .isInstanceOf(EngineException.class)
            .hasMessageContaining("does not require grad");
      }
      JniUtils.setGradMode(before);
      assertThat(x.getGradient().toFloatArray()).containsExactly(4);
    }
  }

  private static NDArray twice(TorchScript script, NDArray x, boolean gradients) {
    try (ScriptCall call = script.call("twice")) {
      return call.recordGradients(gradients).tensor(x).toTensor(x.getManager());
    }
  }

  private static void backward(NDArray y) {
    PtNDArray one = (PtNDArray) y.getManager().create(new float[] {1});
    JniUtils.backward((PtNDArray) y, one, false, false);
  }

  private static NDManager manager() {
    return NDManager.newBaseManager(Device.cpu(), "PyTorch");
  }
}
