package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that begin alike pass through the model with their beginning computed once. */
final class SharedTokensTest {
  private static final int CONTEXT = 1100;

  @TempDir private Path folder;

  /** Rows of different lengths behind the same first tokens; what is theirs counts. */
  private static TokenBatch alike(int shared, int... own) {
    int[] beginning = tokens(TestingModels.sequence(shared, shared, 9));
    List<TokenSequence> rows = new ArrayList<>();
    for (int row = 0; row < own.length; row++) {
      int[] rest = tokens(TestingModels.sequence(own[row], 1, row));
      rest[0] = row;
      int[] tokens = Arrays.copyOf(beginning, shared + own[row]);
      System.arraycopy(rest, 0, tokens, shared, own[row]);
      boolean[] scored = new boolean[tokens.length];
      Arrays.fill(scored, shared + 1, tokens.length, true);
      rows.add(new TokenSequence(tokens, scored));
    }
    return new TokenBatch(rows);
  }

  private static int[] tokens(TokenSequence sequence) {
    int[] tokens = new int[sequence.length()];
    for (int i = 0; i < tokens.length; i++) {
      tokens[i] = sequence.token(i);
    }
    return tokens;
  }

  @Test
  void whatAllRowsShareIsComputedOnce() {
    TokenBatch batch = alike(20, 5, 9, 3);
    assertThat(batch.sharedTokens()).isEqualTo(20);
    // The last token of a row is only predicted.
    assertThat(batch.computedTokens()).isEqualTo(20 + 3 * 8);
    assertThat(alike(TokenBatch.LEAST_SHARED - 1, 5, 9).sharedTokens()).isZero();
    assertThat(alike(40, 5).sharedTokens()).isZero();
  }

  @Test
  void tokensThatPredictOnesThatCountAreEachRowsOwn() {
    int[] tokens = tokens(TestingModels.sequence(30, 1, 1));
    boolean[] late = new boolean[30];
    late[29] = true;
    boolean[] early = new boolean[30];
    early[18] = true;
    TokenBatch batch =
        TokenBatch.of(new TokenSequence(tokens, late), new TokenSequence(tokens, early));
    assertThat(batch.sharedTokens()).isEqualTo(17);
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void everyFamilyGivesWhatItGivesRowByRow(ModelFamily family) {
    assertAsRowByRow(TestingModels.config(family), ModelOptions.onCpu(96), alike(33, 12, 1, 40));
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void recomputedLayersToo(ModelFamily family) {
    ModelOptions options = ModelOptions.onCpu(96).withRecomputeLayers(true);
    assertAsRowByRow(TestingModels.config(family), options, alike(33, 12, 1, 40));
  }

  /** Around the ends of blocks, and beyond the length up to which scores are kept. */
  @ParameterizedTest
  @CsvSource({"64, 65", "130, 3", "1000, 24", "1000, 26", "1030, 30"})
  void longRowsToo(int shared, int own) {
    ModelConfig config =
        TestingModels.withPositions(TestingModels.config(ModelFamily.QWEN2), 2 * CONTEXT);
    assertAsRowByRow(config, ModelOptions.onCpu(CONTEXT), alike(shared, own, own / 2 + 1));
  }

  private void assertAsRowByRow(ModelConfig config, ModelOptions options, TokenBatch batch) {
    assertThat(batch.sharedTokens()).isPositive();
    Path directory = TestingModels.write(folder, config, 2);
    float[][] factors = TestingModels.gradients(batch, 4);
    float[][] expected = new float[factors.length][];
    Map<String, float[]> gradients;
    try (PolicyModel model = PolicyModel.fullyTrained(directory, options)) {
      for (int row = 0; row < expected.length; row++) {
        TokenBatch alone = TokenBatch.of(batch.sequences().get(row));
        expected[row] = model.logProbs(alone, 1)[0];
        TestingGradients.backward(model, alone, new float[][] {factors[row]});
      }
      gradients = TestingGradients.of(model);
    }
    try (PolicyModel model = PolicyModel.fullyTrained(directory, options)) {
      TestingArrays.assertClose(model.logProbs(batch, 1), expected, 2e-5);
      TestingArrays.assertClose(model.referenceLogProbs(batch, 1), expected, 2e-5);
      TestingGradients.backward(model, batch, factors);
      TestingGradients.assertClose(TestingGradients.of(model), gradients, 1e-5);
    }
  }
}
