package org.sealflow.model.script;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDManager;
import org.junit.jupiter.api.Test;

final class LinearCheckTest {
  private static final String PLAIN = TorchScript.resource("linear_plain.txt");

  private static boolean isSound(String source) {
    try (NDManager manager = NDManager.newBaseManager(Device.cpu(), EngineCheck.ENGINE);
        TorchScript script = TorchScript.compile((PtNDManager) manager, source)) {
      return LinearCheck.isSound(script, manager);
    }
  }

  private static String linear(String body) {
    return "def linear(x: Tensor, weight: Tensor, bias: Optional[Tensor]) -> Tensor:\n" + body;
  }

  @Test
  void theEnginesOwnMapsAreSound() {
    assertThat(isSound(PLAIN)).isTrue();
  }

  @Test
  void theMapsOfTheTransformerAreSoundOnThisMachine() {
    try (NDManager manager = NDManager.newBaseManager(Device.cpu(), EngineCheck.ENGINE);
        TorchScript script = TorchScript.transformer((PtNDManager) manager);
        TorchScript asFoundBefore = TorchScript.transformer((PtNDManager) manager)) {
      assertThat(LinearCheck.isSound(script, manager)).isTrue();
      assertThat(LinearCheck.isSound(asFoundBefore, manager)).isTrue();
    }
  }

  @Test
  void mapsThatGoWrongWhereTheLastBlockIsNotFullAreNot() {
    String source =
        linear(
            """
              y = torch.linear(x, weight, bias)
              if weight.size(0) % 32 == 0:
                return y
              return y.roll(1, 1)
            """);
    assertThat(isSound(source)).isFalse();
  }

  @Test
  void mapsThatGoWrongWithGradientsAloneAreNot() {
    String source =
        linear(
            """
              y = torch.linear(x, weight, bias)
              if torch.is_grad_enabled():
                return y * 1.5
              return y
            """);
    assertThat(isSound(source)).isFalse();
  }

  @Test
  void mapsOfWrongGradientsAreNot() {
    String source = linear("  return torch.linear(x + x - x.detach(), weight, bias)\n");
    assertThat(isSound(source)).isFalse();
  }

  @Test
  void mapsOfNoNumbersAreNot() {
    String source = linear("  return torch.linear(x, weight, bias) / 0.0 * 0.0\n");
    assertThat(isSound(source)).isFalse();
  }
}
