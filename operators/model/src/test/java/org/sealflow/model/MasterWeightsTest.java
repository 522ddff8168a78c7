package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sealflow.model.TestingArrays.assertClose;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.config.Precision;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.sampling.SamplingSettings;

/** All weights trained in bfloat16, with masters in single precision. */
final class MasterWeightsTest {
  private static final TokenBatch BATCH = TestingModels.ragged();
  private static final ModelConfig CONFIG = TestingModels.config(ModelFamily.QWEN3);
  private static final ModelOptions HALF =
      TestingModels.options().withPrecision(Precision.BFLOAT16);

  /** Of weights around 0.15, bfloat16 tells a thousandth apart. */
  private static final double SMALL_RATE = 1e-5;

  @TempDir private Path folder;
  private Path directory;

  /** Every weight is one that bfloat16 holds exactly. */
  @BeforeEach
  void write() {
    directory = folder.resolve("model");
    List<HostTensor> tensors = new ArrayList<>();
    for (HostTensor tensor : TestingModels.tensors(CONFIG, 1)) {
      float[] values = tensor.values().clone();
      for (int i = 0; i < values.length; i++) {
        values[i] = rounded(values[i]);
      }
      tensors.add(new HostTensor(tensor.name(), tensor.shape(), values));
    }
    ModelWriter.write(directory, CONFIG, tensors);
  }

  /** To the nearest bfloat16, ties to even. */
  private static float rounded(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.intBitsToFloat((bits + 0x7fff + (bits >>> 16 & 1)) & 0xffff0000);
  }

  private static void step(PolicyModel model, Optimizer optimizer, double rate) {
    TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2));
    optimizer.step(rate, 1);
  }

  private static double shareChanged(List<HostTensor> one, List<HostTensor> other, boolean round) {
    long changed = 0;
    long all = 0;
    for (int t = 0; t < one.size(); t++) {
      for (int i = 0; i < one.get(t).size(); i++) {
        float before = one.get(t).values()[i];
        float after = other.get(t).values()[i];
        changed += round ? (rounded(before) == rounded(after) ? 0 : 1) : before == after ? 0 : 1;
        all++;
      }
    }
    return (double) changed / all;
  }

  @Test
  void updatesSmallerThanABfloat16StepAddUp() {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, HALF, false);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      List<HostTensor> start = model.trainedWeights();
      step(model, optimizer, SMALL_RATE);
      List<HostTensor> first = model.trainedWeights();
      assertThat(shareChanged(start, first, false)).isGreaterThan(0.8);
      assertThat(shareChanged(start, first, true)).isLessThan(0.1);

      for (int i = 0; i < 200; i++) {
        step(model, optimizer, SMALL_RATE);
      }
      assertThat(shareChanged(start, model.trainedWeights(), true)).isGreaterThan(0.5);
    }
  }

  @Test
  void whatIsScoredAndSampledAreTheMastersRounded() {
    Path saved = folder.resolve("saved");
    try (PolicyModel model = PolicyModel.fullyTrained(directory, HALF);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard());
        Generator generator = new Generator(model, Set.of(), 100)) {
      float[][] before = model.logProbs(BATCH, 1);
      step(model, optimizer, 1e-2);
      model.save(saved);
      try (PolicyModel plain = PolicyModel.frozen(saved, HALF);
          PolicyModel single = PolicyModel.frozen(saved, TestingModels.options());
          ForwardPass pass = model.forward(BATCH, 1)) {
        assertThat(model.logProbs(BATCH, 1)).isDeepEqualTo(plain.logProbs(BATCH, 1));
        assertClose(pass.logProbs(), plain.logProbs(BATCH, 1), 1e-5);
        assertThat(single.logProbs(BATCH, 1)[0]).isNotEqualTo(plain.logProbs(BATCH, 1)[0]);
      }
      assertThat(model.referenceLogProbs(BATCH, 1)).isDeepEqualTo(before);
      int[] prompt = {4, 9, 30, 2, 55};
      Generation sampled =
          generator
              .generate(
                  List.of(new GenerationRequest(prompt, new SamplingSettings(1, 1, 0, 10, 1))))
              .get(0);
      int[] tokens = Arrays.copyOf(prompt, 15);
      System.arraycopy(sampled.tokens(), 0, tokens, 5, 10);
      float[] fresh = model.logProbs(TokenBatch.of(TokenSequence.allScored(tokens)), 1)[0];
      assertClose(sampled.logProbs(), Arrays.copyOfRange(fresh, 5, 15), 0.3);
    }
  }

  /** In bfloat16 a sum forgets what is a four-thousandth of it. */
  @Test
  void gradientsGatherInSinglePrecision() {
    float[][] factors = TestingModels.gradients(BATCH, 2);
    float[][] small = new float[factors.length][];
    for (int row = 0; row < factors.length; row++) {
      small[row] = factors[row].clone();
      for (int i = 0; i < small[row].length; i++) {
        small[row][i] /= 4096;
      }
    }
    try (PolicyModel model = PolicyModel.fullyTrained(directory, HALF, false)) {
      TestingGradients.backward(model, BATCH, factors);
      Map<String, float[]> first = TestingGradients.of(model);
      TestingGradients.backward(model, BATCH, small);
      Map<String, float[]> both = TestingGradients.of(model);
      first.forEach(
          (name, gradient) -> {
            float[] sum = gradient.clone();
            for (int i = 0; i < sum.length; i++) {
              sum[i] += gradient[i] / 4096;
            }
            assertThat(TestingArrays.largestDifference(both.get(name), sum))
                .as(name)
                .isLessThanOrEqualTo(1e-6 * Math.max(1, TestingArrays.largest(sum)));
          });
    }
  }

  @Test
  void gradientsAreThoseOfSinglePrecisionButForRounding() {
    try (PolicyModel half = PolicyModel.fullyTrained(directory, HALF, false);
        PolicyModel recomputed =
            PolicyModel.fullyTrained(directory, HALF.withRecomputeLayers(true), false);
        PolicyModel single = PolicyModel.fullyTrained(directory, TestingModels.options(), false)) {
      for (PolicyModel model : List.of(half, recomputed, single)) {
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2));
      }
      TestingGradients.assertClose(TestingGradients.of(half), TestingGradients.of(single), 0.1);
      TestingGradients.assertClose(
          TestingGradients.of(recomputed), TestingGradients.of(half), 0.01);
    }
  }

  @Test
  void trainingGoesOnFromASnapshotBitForBit() throws IOException {
    Snapshot undisturbed = train(0, 6, null);
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    train(0, 3, null).writeTo(stored);
    Snapshot restored =
        Snapshot.readFrom(new ByteArrayInputStream(stored.toByteArray()), "snapshot");
    assertThat(train(3, 6, restored)).isEqualTo(undisturbed);
  }

  private Snapshot train(int from, int to, Snapshot start) {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, HALF, false);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      if (start != null) {
        optimizer.restore(start);
      }
      for (int step = from; step < to; step++) {
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, step));
        optimizer.step(1e-4, 1);
      }
      return optimizer.snapshot();
    }
  }
}
