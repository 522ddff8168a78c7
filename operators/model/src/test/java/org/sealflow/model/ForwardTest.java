package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sealflow.model.TestingArrays.assertClose;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;

/** Passes forth and back, against the plain model and against each other. */
final class ForwardTest {
  private static final double TOLERANCE = 1e-5;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void logProbabilitiesOfRaggedRowsEqualThePlainModel(ModelFamily family) {
    ModelConfig config = TestingModels.config(family);
    Path directory = TestingModels.write(folder, config, 1);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options());
        TestingPlainTransformer plain =
            new TestingPlainTransformer(config, TestingModels.tensors(config, 1))) {
      assertClose(model.logProbs(batch, 0.7), plain.logProbs(batch, 0.7), TOLERANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(ModelFamily.class)
  void gradientsOfAllWeightsEqualThePlainModel(ModelFamily family) {
    ModelConfig config = TestingModels.config(family);
    Path directory = TestingModels.write(folder, config, 2);
    TokenBatch batch = TestingModels.ragged();
    float[][] factors = TestingModels.gradients(batch, 4);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        TestingPlainTransformer plain =
            new TestingPlainTransformer(config, TestingModels.tensors(config, 2))) {
      TestingGradients.backward(model, batch, factors);
      TestingGradients.assertClose(
          TestingGradients.of(model), plain.gradients(batch, 1, factors), TOLERANCE);
    }
  }

  @Test
  void withoutAReferenceAFullyTrainedPolicyHasNoSecondCopy() {
    Path directory = TestingModels.write(folder, TestingModels.config(ModelFamily.QWEN3), 1);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel with = PolicyModel.fullyTrained(directory, TestingModels.options());
        PolicyModel without = PolicyModel.fullyTrained(directory, TestingModels.options(), false)) {
      assertThat(without.logProbs(batch, 1)).isDeepEqualTo(with.referenceLogProbs(batch, 1));
      assertThatThrownBy(() -> without.referenceLogProbs(batch, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the policy was opened without a reference");
    }
  }

  @Test
  void aTrainingPassScoresAsAPassWithoutGradientsDoes() {
    Path directory = write(ModelFamily.QWEN3);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        ForwardPass pass = model.forward(batch, 1.3)) {
      assertClose(pass.logProbs(), model.logProbs(batch, 1.3), TOLERANCE);
    }
  }

  @Test
  void recomputedLayersGiveTheSameGradients() {
    Map<String, float[]> recomputed = gradients(TestingModels.options().withRecomputeLayers(true));
    Map<String, float[]> kept = gradients(TestingModels.options().withRecomputeLayers(false));
    TestingGradients.assertClose(recomputed, kept, TOLERANCE);
  }

  @Test
  void aVocabularyHeadInChunksGivesTheSameScoresAndGradients() {
    ModelOptions chunked =
        TestingModels.options().withLogitBudget(5L * TestingModels.VOCABULARY + 3);
    TestingGradients.assertClose(gradients(chunked), gradients(TestingModels.options()), TOLERANCE);
    Path directory = TestingModels.write(folder, TestingModels.config(ModelFamily.LLAMA), 9);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel whole = PolicyModel.frozen(directory, TestingModels.options());
        PolicyModel parts = PolicyModel.frozen(directory, chunked)) {
      assertClose(parts.logProbs(batch, 1), whole.logProbs(batch, 1), TOLERANCE);
    }
  }

  private Map<String, float[]> gradients(ModelOptions options) {
    Path target = folder.resolve("model-" + options.hashCode());
    ModelConfig config = TestingModels.config(ModelFamily.QWEN2);
    ModelWriter.write(target, config, TestingModels.tensors(config, 3));
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.fullyTrained(target, options)) {
      TestingGradients.backward(model, batch, TestingModels.gradients(batch, 5));
      return TestingGradients.of(model);
    }
  }

  @Test
  void gradientsOfRowsOneByOneSumToThoseOfTheBatch() {
    Path directory = write(ModelFamily.LLAMA);
    TokenBatch batch = TestingModels.ragged();
    float[][] factors = TestingModels.gradients(batch, 6);
    try (PolicyModel together = PolicyModel.fullyTrained(directory, TestingModels.options());
        PolicyModel apart = PolicyModel.fullyTrained(directory, TestingModels.options())) {
      TestingGradients.backward(together, batch, factors);
      for (int row = 0; row < factors.length; row++) {
        TokenBatch single = TokenBatch.of(batch.sequences().get(row));
        TestingGradients.backward(apart, single, new float[][] {factors[row]});
      }
      TestingGradients.assertClose(
          TestingGradients.of(apart), TestingGradients.of(together), TOLERANCE);
    }
  }

  @Test
  void aPaddedRowScoresAsItDoesAlone() {
    Path directory = write(ModelFamily.QWEN3);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options())) {
      float[][] together = model.logProbs(batch, 1);
      for (int row = 0; row < together.length; row++) {
        TokenBatch single = TokenBatch.of(batch.sequences().get(row));
        assertClose(model.logProbs(single, 1)[0], together[row], TOLERANCE);
      }
    }
  }

  @Test
  void tokensNotScoredHaveNoLogProbabilityAndTheirGradientIsIgnored() {
    Path directory = write(ModelFamily.QWEN2);
    TokenBatch batch = TestingModels.ragged();
    float[][] factors = TestingModels.gradients(batch, 7);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        PolicyModel other = PolicyModel.fullyTrained(directory, TestingModels.options())) {
      float[][] logProbs = model.logProbs(batch, 1);
      assertThat(logProbs[0][4]).isZero();
      assertThat(logProbs[0][5]).isNegative();
      TestingGradients.backward(model, batch, factors);
      factors[0][4] = 1e6f;
      TestingGradients.backward(other, batch, factors);
      TestingGradients.assertClose(TestingGradients.of(other), TestingGradients.of(model), 0);
    }
  }

  @Test
  void aBatchWithoutScoredTokensIsAllZeroAndHasNoGradient() {
    Path directory = write(ModelFamily.QWEN2);
    TokenBatch batch = TokenBatch.of(TokenSequence.allScored(3), TestingModels.sequence(4, 4, 1));
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        ForwardPass pass = model.forward(batch, 1)) {
      assertThat(model.logProbs(batch, 1)).isDeepEqualTo(new float[][] {{0}, {0, 0, 0, 0}});
      assertThat(pass.logProbs()).isDeepEqualTo(new float[][] {{0}, {0, 0, 0, 0}});
      pass.backward(new float[][] {{1}, {1, 1, 1, 1}});
    }
  }

  @Test
  void theReferenceStaysWhatThePolicyWas() {
    Path directory = write(ModelFamily.QWEN3);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      float[][] before = model.logProbs(batch, 1);
      TestingGradients.backward(model, batch, TestingModels.gradients(batch, 8));
      optimizer.step(1e-2, 1);
      assertThat(model.referenceLogProbs(batch, 1)).isDeepEqualTo(before);
      assertThat(TestingArrays.largestDifference(model.logProbs(batch, 1)[0], before[0]))
          .isGreaterThan(1e-3);
    }
  }

  @Test
  void whatCannotBeComputedIsRefusedInOneLine() {
    Path directory = write(ModelFamily.QWEN2);
    TokenBatch batch = TestingModels.ragged();
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options())) {
      assertThatThrownBy(() -> model.forward(batch, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the policy was opened frozen: nothing of it is trained");
      assertThatThrownBy(() -> model.logProbs(batch, 0))
          .hasMessage("temperature is 0.0, expected a positive number");
      assertThatThrownBy(() -> model.logProbs(TokenBatch.of(TokenSequence.allScored(1, 61)), 1))
          .hasMessage("row 0 holds token 61, expected 0 to 60");
      TokenBatch tooLong = TokenBatch.of(TestingModels.sequence(97, 1, 1));
      assertThatThrownBy(() -> model.logProbs(tooLong, 1))
          .hasMessage("row 0 has 97 tokens, expected at most the context length 96");
    }
  }

  @Test
  void gradientsOfAnotherFormAndASecondWayBackAreRefused() {
    Path directory = write(ModelFamily.QWEN2);
    TokenBatch batch = TestingModels.ragged();
    float[][] factors = TestingModels.gradients(batch, 1);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        ForwardPass pass = model.forward(batch, 1)) {
      assertThatThrownBy(() -> pass.backward(new float[1][1]))
          .hasMessage("found 1 rows, expected 3");
      assertThatThrownBy(() -> pass.backward(new float[3][2]))
          .hasMessage("row 0 has 2 values, expected one for each of 19 tokens");
      pass.backward(factors);
      assertThatThrownBy(() -> pass.backward(factors))
          .hasMessage("this pass has gone back already: run another forward pass");
    }
  }

  @Test
  void aRowThatScoresItsFirstTokenOrHasNoneIsRefused() {
    assertThatThrownBy(() -> new TokenSequence(new int[] {1}, new boolean[] {true}))
        .hasMessage("the first token of a sequence is scored, but nothing precedes it");
    assertThatThrownBy(() -> new TokenSequence(new int[0], new boolean[0]))
        .hasMessageStartingWith("a sequence has 0 tokens and 0 flags");
    assertThatThrownBy(TokenBatch::of).hasMessageStartingWith("a batch has no sequence");
  }

  private Path write(ModelFamily family) {
    return TestingModels.write(folder, TestingModels.config(family), 3);
  }
}
