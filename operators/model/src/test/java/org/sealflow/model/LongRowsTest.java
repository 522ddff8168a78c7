package org.sealflow.model;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;

/** Attention goes through blocks of 64 queries up to 1,024 tokens, then another way. */
final class LongRowsTest {
  private static final int CONTEXT = 1100;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {64, 65, 66, 129, 200, 1025, 1026})
  void gradientsEqualThePlainModelWhereverBlocksEnd(int tokens) {
    ModelConfig config =
        TestingModels.withPositions(TestingModels.config(ModelFamily.QWEN2), 2 * CONTEXT);
    Path directory = TestingModels.write(folder, config, 2);
    TokenBatch batch =
        TokenBatch.of(
            TestingModels.sequence(tokens, 1, 1), TestingModels.sequence(tokens / 2, 3, 2));
    float[][] factors = TestingModels.gradients(batch, 4);
    for (float[] row : factors) {
      for (int i = 0; i < row.length; i++) {
        row[i] /= tokens;
      }
    }
    try (PolicyModel model = PolicyModel.fullyTrained(directory, ModelOptions.onCpu(CONTEXT));
        TestingPlainTransformer plain =
            new TestingPlainTransformer(config, TestingModels.tensors(config, 2))) {
      TestingArrays.assertClose(model.logProbs(batch, 1), plain.logProbs(batch, 1), 2e-5);
      TestingGradients.backward(model, batch, factors);
      TestingGradients.assertClose(
          TestingGradients.of(model), plain.gradients(batch, 1, factors), 1e-5);
    }
  }
}
