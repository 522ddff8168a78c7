package org.sealflow.model.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.model.TestingArrays.assertClose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.Generation;
import org.sealflow.model.GenerationRequest;
import org.sealflow.model.Generator;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TestingGradients;
import org.sealflow.model.TestingModels;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.sampling.SamplingSettings;

/** A base in bfloat16 with adapters in single precision. */
final class PrecisionTest {
  private static final TokenBatch BATCH = TestingModels.ragged();
  private static final double ROUNDING = 0.3;
  private static final LoraConfig LORA = LoraConfig.everywhere(3);
  private static final ModelOptions HALF =
      TestingModels.options().withPrecision(Precision.BFLOAT16);

  @TempDir private Path folder;
  private Path directory;

  @BeforeEach
  void write() {
    directory = TestingModels.write(folder, TestingModels.config(ModelFamily.LLAMA), 1);
  }

  /** Logits reach 10 here, of which bfloat16 keeps eight bits. */
  @Test
  void scoresAreThoseOfSinglePrecisionButForTheLastBits() {
    try (PolicyModel half = PolicyModel.frozen(directory, HALF);
        PolicyModel single = PolicyModel.frozen(directory, TestingModels.options())) {
      assertClose(half.logProbs(BATCH, 1), single.logProbs(BATCH, 1), ROUNDING);
      assertThat(half.logProbs(BATCH, 1)[0]).isNotEqualTo(single.logProbs(BATCH, 1)[0]);
    }
  }

  @Test
  void adapterGradientsPointWhereThoseOfSinglePrecisionDo() {
    Map<String, float[]> found = gradients(HALF);
    Map<String, float[]> expected = gradients(TestingModels.options());
    assertThat(cosine(found, expected)).isBetween(0.995, 1.0);
  }

  private Map<String, float[]> gradients(ModelOptions options) {
    try (PolicyModel model = PolicyModel.withNewAdapters(directory, options, LORA, 1)) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2));
      return TestingGradients.of(model);
    }
  }

  private static double cosine(Map<String, float[]> one, Map<String, float[]> other) {
    double product = 0;
    double square = 0;
    double otherSquare = 0;
    for (String name : one.keySet()) {
      for (int i = 0; i < one.get(name).length; i++) {
        product += (double) one.get(name)[i] * other.get(name)[i];
        square += (double) one.get(name)[i] * one.get(name)[i];
        otherSquare += (double) other.get(name)[i] * other.get(name)[i];
      }
    }
    return product / Math.sqrt(square * otherSquare);
  }

  @Test
  void recomputedLayersAndChunksWorkOnIt() {
    ModelOptions kept = HALF.withRecomputeLayers(false);
    ModelOptions chunked = HALF.withLogitBudget(3L * TestingModels.VOCABULARY);
    assertThat(cosine(gradients(HALF), gradients(kept))).isBetween(0.9999, 1.0001);
    assertThat(cosine(gradients(HALF), gradients(chunked))).isBetween(0.9999, 1.0001);
  }

  @Test
  void trainingMakesFavouredTokensLikelier() {
    try (PolicyModel model = PolicyModel.withNewAdapters(directory, HALF, LORA, 1);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      float[] sums = new float[6];
      for (int step = 0; step < sums.length; step++) {
        float[][] favoured = new float[BATCH.sequences().size()][];
        for (int row = 0; row < favoured.length; row++) {
          favoured[row] = new float[BATCH.sequences().get(row).length()];
          Arrays.fill(favoured[row], -0.1f);
        }
        try (ForwardPass pass = model.forward(BATCH, 1)) {
          for (float[] row : pass.logProbs()) {
            for (float value : row) {
              sums[step] += value;
            }
          }
          pass.backward(favoured);
        }
        optimizer.step(1e-2, 1);
      }
      assertThat(sums[5]).isGreaterThan(sums[0] + 5);
      try (PolicyModel base = PolicyModel.frozen(directory, HALF)) {
        assertThat(model.referenceLogProbs(BATCH, 1)).isDeepEqualTo(base.logProbs(BATCH, 1));
      }
    }
  }

  @Test
  void whatItSamplesIsScoredTheSameAfresh() {
    try (PolicyModel model = PolicyModel.frozen(directory, HALF);
        Generator generator = new Generator(model, Set.of(), 500)) {
      int[] prompt = {4, 9, 30, 2, 55};
      List<GenerationRequest> requests = new ArrayList<>();
      for (int seed = 0; seed < 3; seed++) {
        requests.add(new GenerationRequest(prompt, new SamplingSettings(1, 1, 0, 20, seed)));
      }
      for (Generation generation : generator.generate(requests)) {
        int[] tokens = Arrays.copyOf(prompt, 25);
        System.arraycopy(generation.tokens(), 0, tokens, 5, 20);
        float[] fresh = model.logProbs(TokenBatch.of(TokenSequence.allScored(tokens)), 1)[0];
        assertClose(generation.logProbs(), Arrays.copyOfRange(fresh, 5, 25), ROUNDING);
      }
    }
  }
}
