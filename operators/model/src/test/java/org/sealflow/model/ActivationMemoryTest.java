package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Precision;

final class ActivationMemoryTest {
  private static final ModelConfig CONFIG = TestingModels.config(ModelFamily.QWEN2);

  @TempDir private Path folder;

  private static long bytes(TokenBatch batch) {
    return ActivationMemory.bytes(CONFIG, Precision.FLOAT32, batch);
  }

  /** Width 24, queries 24, keys 12, feed-forward 40: 96 + 144 + 72 + 160 values, 3 layers. */
  @Test
  void aTokenTakesWhatItsLayersKeep() {
    TokenBatch tenTokens = TokenBatch.of(TestingModels.sequence(11, 1, 1));
    int scores = 4 * 10 / 2;
    assertThat(bytes(tenTokens)).isEqualTo(10L * 3 * (472 + scores) * 4);
    assertThat(ActivationMemory.bytes(CONFIG, Precision.BFLOAT16, tenTokens))
        .isEqualTo(10L * 3 * (472 + scores) * 2);
  }

  @Test
  void longRowsKeepNoScores() {
    long shorter = bytes(TokenBatch.of(TestingModels.sequence(1025, 1, 1)));
    long longer = bytes(TokenBatch.of(TestingModels.sequence(1026, 1, 1)));
    assertThat(longer).isEqualTo(1025L * 3 * 472 * 4).isLessThan(shorter);
  }

  @Test
  void paddingTakesMemoryToo() {
    TokenBatch padded =
        TokenBatch.of(TestingModels.sequence(31, 1, 1), TestingModels.sequence(2, 1, 1));
    TokenBatch alone = TokenBatch.of(TestingModels.sequence(31, 1, 1));
    assertThat(bytes(padded)).isEqualTo(2 * bytes(alone));
  }

  @Test
  void layersAreComputedAgainOnlyWhereActivationsWouldPassTheBudget() {
    TokenBatch batch = TestingModels.ragged();
    long needed = bytes(batch);
    int betweenLayers = CONFIG.layers() + 1;
    assertThat(keptActivations(batch, 0)).isEqualTo(betweenLayers);
    assertThat(keptActivations(batch, needed - 1)).isEqualTo(betweenLayers);
    assertThat(keptActivations(batch, needed)).isEqualTo(1);
  }

  private int keptActivations(TokenBatch batch, long budget) {
    Path directory = folder.resolve("model-" + budget);
    ModelWriter.write(directory, CONFIG, TestingModels.tensors(CONFIG, 1));
    ModelOptions options = TestingModels.options().withActivationBudget(budget);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, options);
        ForwardPass pass = model.forward(batch, 1)) {
      return pass.keptActivations();
    }
  }

  /** Native arrays made of Java's are freed with them, whatever autograd still keeps of them. */
  @Test
  void whatAPassKeepsIsNotCollectedBeforeItsWayBack() {
    Path directory = TestingModels.write(folder, CONFIG, 1);
    ModelOptions kept = TestingModels.options().withRecomputeLayers(false);
    TokenBatch batch = TestingModels.ragged();
    float[][] factors = TestingModels.gradients(batch, 5);
    try (PolicyModel undisturbed = PolicyModel.fullyTrained(directory, kept);
        PolicyModel model = PolicyModel.fullyTrained(directory, kept)) {
      TestingGradients.backward(undisturbed, batch, factors);
      try (ForwardPass pass = model.forward(batch, 1)) {
        overwriteFreedMemory(batch);
        pass.backward(factors);
      }
      TestingGradients.assertClose(TestingGradients.of(model), TestingGradients.of(undisturbed), 0);
    }
  }

  /** Has what is unreachable collected and its memory used again. */
  private static void overwriteFreedMemory(TokenBatch batch) {
    int bytes = Long.BYTES * batch.computedTokens();
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int round = 0; round < 10; round++) {
      System.gc();
      for (int i = 0; i < 2000; i++) {
        buffers.add(ByteBuffer.allocateDirect(bytes));
      }
    }
    assertThat(buffers).allMatch(buffer -> buffer.get(0) == 0);
  }

  @Test
  void aBudgetBelowNothingIsRefused() {
    assertThatThrownBy(() -> TestingModels.options().withActivationBudget(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("activationBudget is -1, expected 0 or more bytes");
  }
}
