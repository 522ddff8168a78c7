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
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;

/**
 * Rows that begin alike pass through the model with their beginning computed once, and rows of
 * different length without padding where they are packed.
 */
final class SharedTokensTest {
  private static final int CONTEXT = 1100;

  @TempDir private Path folder;

  /** Rows of different lengths behind the same first tokens; what is theirs counts. */
  private static TokenBatch alike(int shared, int... own) {
    int[] beginning = shared == 0 ? new int[0] : tokens(TestingModels.sequence(shared, shared, 9));
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

  private static TokenBatch packed(TokenBatch batch) {
    return new TokenBatch(batch.sequences(), true);
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
  void packedRowsAreNotPadded() {
    assertThat(packed(alike(20, 5, 9, 3)).computedTokens()).isEqualTo(20 + 4 + 8 + 2);
    assertThat(packed(alike(0, 5, 9, 3)).computedTokens()).isEqualTo(4 + 8 + 2);
  }

  @Test
  void rowsOfOneLengthAreLaidOutAsWithoutPacking() {
    assertThat(packed(alike(0, 5, 5)).packedTokens()).isEmpty();
    assertThat(packed(alike(0, 5, 6)).packedTokens()).containsExactly(4L, 5L);
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
    TokenBatch batch = alike(33, 12, 1, 40);
    assertThat(batch.sharedTokens()).isEqualTo(33);
    assertAsRowByRow(TestingModels.config(family), ModelOptions.onCpu(96), batch);
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void everyFamilyGivesTheSamePacked(ModelFamily family) {
    ModelConfig config = TestingModels.config(family);
    assertAsRowByRow(
        config, ModelOptions.onCpu(96), packed(alike(33, 12, 1, 40)), packed(alike(0, 12, 40, 2)));
  }

  @Test
  void aRowOfWhichNothingCountsTakesNoPlaceAmongPackedOnes() {
    TokenBatch batch = alike(0, 12, 40);
    TokenSequence silent = new TokenSequence(new int[] {1, 2, 3}, new boolean[3]);
    TokenBatch mixed =
        new TokenBatch(List.of(batch.sequences().get(0), silent, batch.sequences().get(1)), true);
    assertThat(mixed.packedTokens()).containsExactly(11L, 39L);
    assertAsRowByRow(TestingModels.config(ModelFamily.QWEN3), ModelOptions.onCpu(96), mixed);
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void recomputedLayersToo(ModelFamily family) {
    ModelOptions options = ModelOptions.onCpu(96).withRecomputeLayers(true);
    TokenBatch batch = alike(33, 12, 1, 40);
    assertAsRowByRow(TestingModels.config(family), options, batch, packed(batch));
  }

  /** Around the ends of blocks, and beyond the length up to which scores are kept. */
  @ParameterizedTest
  @CsvSource({"64, 65", "130, 3", "1000, 24", "1000, 26", "1030, 30"})
  void longRowsToo(int shared, int own) {
    ModelConfig config =
        TestingModels.withPositions(TestingModels.config(ModelFamily.QWEN2), 2 * CONTEXT);
    TokenBatch batch = alike(shared, own, own / 2 + 1);
    assertAsRowByRow(config, ModelOptions.onCpu(CONTEXT), batch, packed(batch));
  }

  private void assertAsRowByRow(ModelConfig config, ModelOptions options, TokenBatch... batches) {
    Path directory = TestingModels.write(folder, config, 2);
    for (TokenBatch batch : batches) {
      assertAsRowByRow(directory, options, batch);
    }
  }

  private static void assertAsRowByRow(Path directory, ModelOptions options, TokenBatch batch) {
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
