package org.sealflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelFamily;
import org.sealflow.model.file.HostTensor;
import org.sealflow.model.file.ModelDirectoryException;
import org.sealflow.model.file.SafeTensors;

final class OptimizerTest {
  private static final TokenBatch BATCH = TestingModels.ragged();
  private static final double UNCLIPPED = Double.POSITIVE_INFINITY;

  @TempDir private Path folder;
  private Path directory;

  @BeforeEach
  void write() {
    directory = TestingModels.write(folder, TestingModels.config(ModelFamily.QWEN3), 1);
  }

  /** Three steps of AdamW in double precision, from the gradients that the model had. */
  @Test
  void stepsEqualTheFormulaInDoublePrecision() {
    AdamWSettings settings = new AdamWSettings(0.8, 0.95, 1e-6, 0.1);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, settings)) {
      Map<String, double[]> weights = doubles(model.trainedWeights());
      Map<String, double[]> first = zeros(weights);
      Map<String, double[]> second = zeros(weights);
      for (int step = 1; step <= 3; step++) {
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, step));
        Map<String, float[]> gradients = TestingGradients.of(model);
        double rate = 0.01 / step;
        optimizer.step(rate, UNCLIPPED);
        for (String name : weights.keySet()) {
          adamw(
              weights.get(name),
              gradients.get(name),
              first.get(name),
              second.get(name),
              step,
              rate);
        }
      }
      assertThat(optimizer.steps()).isEqualTo(3);
      assertAllClose(model.trainedWeights(), weights, 1e-6);
      assertAllClose(optimizer.snapshot().firstMoments(), first, 1e-5);
      assertAllClose(optimizer.snapshot().secondMoments(), second, 1e-4);
    }
  }

  /** The update of arXiv 1711.05101, algorithm 2, with the constants of the test. */
  private static void adamw(
      double[] weights, float[] gradients, double[] first, double[] second, int step, double rate) {
    for (int i = 0; i < weights.length; i++) {
      double gradient = gradients[i];
      first[i] = 0.8 * first[i] + 0.2 * gradient;
      second[i] = 0.95 * second[i] + 0.05 * gradient * gradient;
      double mean = first[i] / (1 - Math.pow(0.8, step));
      double square = second[i] / (1 - Math.pow(0.95, step));
      weights[i] -= rate * 0.1 * weights[i];
      weights[i] -= rate * mean / (Math.sqrt(square) + 1e-6);
    }
  }

  private static Map<String, double[]> doubles(List<HostTensor> tensors) {
    Map<String, double[]> doubles = new LinkedHashMap<>();
    for (HostTensor tensor : tensors) {
      double[] values = new double[tensor.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = tensor.values()[i];
      }
      doubles.put(tensor.name(), values);
    }
    return doubles;
  }

  private static Map<String, double[]> zeros(Map<String, double[]> like) {
    Map<String, double[]> zeros = new LinkedHashMap<>();
    like.forEach((name, values) -> zeros.put(name, new double[values.length]));
    return zeros;
  }

  private static void assertAllClose(
      List<HostTensor> found, Map<String, double[]> expected, double tolerance) {
    for (HostTensor tensor : found) {
      double[] values = expected.get(tensor.name());
      double scale = 1;
      for (double value : values) {
        scale = Math.max(scale, Math.abs(value));
      }
      for (int i = 0; i < values.length; i++) {
        assertThat((double) tensor.values()[i])
            .as(tensor.name())
            .isCloseTo(values[i], within(tolerance * scale));
      }
    }
  }

  @Test
  void gradientsAreClippedToTheirNorm() {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 1));
      Map<String, float[]> gradients = TestingGradients.of(model);
      double norm = norm(gradients);
      OptimizerStep step = optimizer.step(1e-3, norm / 4);
      assertThat(step.gradientNorm()).isCloseTo(norm, within(1e-5 * norm));
      for (HostTensor moment : optimizer.snapshot().firstMoments()) {
        float[] gradient = gradients.get(moment.name());
        for (int i = 0; i < gradient.length; i++) {
          assertThat(moment.values()[i])
              .isCloseTo(0.1f * gradient[i] / 4, within(1e-6f * (float) norm));
        }
      }
    }
  }

  private static double norm(Map<String, float[]> gradients) {
    double square = 0;
    for (float[] gradient : gradients.values()) {
      for (float value : gradient) {
        square += (double) value * value;
      }
    }
    return Math.sqrt(square);
  }

  @Test
  void gradientsBelowTheLargestNormAreLeftAlone() {
    assertThat(weightsAfterStep(1e9)).isEqualTo(weightsAfterStep(UNCLIPPED));
    assertThat(weightsAfterStep(1e-9)).isNotEqualTo(weightsAfterStep(UNCLIPPED));
  }

  private List<HostTensor> weightsAfterStep(double largestNorm) {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 1));
      optimizer.step(1e-3, largestNorm);
      return model.trainedWeights();
    }
  }

  @Test
  void gradientsAreUsedUpByAStep() {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 1));
      optimizer.step(1e-3, 1);
      assertThat(norm(TestingGradients.of(model))).isZero();
      assertThat(optimizer.step(1e-3, 1).gradientNorm()).isZero();
    }
  }

  @Test
  void aGradientThatIsNotFiniteChangesNothing() {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      Snapshot before = optimizer.snapshot();
      for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
        float[][] gradients = TestingModels.gradients(BATCH, 1);
        gradients[1][3] = bad;
        TestingGradients.backward(model, BATCH, gradients);
        OptimizerStep step = optimizer.step(1e-3, 1);
        assertThat(step.applied()).isFalse();
        assertThat(step.gradientNorm()).isNotFinite();
      }
      assertThat(optimizer.snapshot()).isEqualTo(before);
      TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 1));
      assertThat(optimizer.step(1e-3, 1).applied()).isTrue();
      assertThat(optimizer.snapshot().steps()).isEqualTo(1);
    }
  }

  @Test
  void trainingIsTheSameBitForBitFromRunToRun() {
    assertThat(train(0, 6, null)).isEqualTo(train(0, 6, null));
  }

  @Test
  void trainingGoesOnFromASnapshotBitForBit() throws IOException {
    Snapshot undisturbed = train(0, 6, null);
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    train(0, 3, null).writeTo(stored);
    Snapshot restored =
        Snapshot.readFrom(new ByteArrayInputStream(stored.toByteArray()), "snapshot");
    assertThat(train(3, 6, restored)).isEqualTo(undisturbed);
    assertThat(undisturbed.steps()).isEqualTo(6);
  }

  /** Steps of two micro-batches each, with adapters. */
  private Snapshot train(int from, int to, Snapshot start) {
    LoraConfig lora = LoraConfig.everywhere(3);
    try (PolicyModel model =
            PolicyModel.withNewAdapters(directory, TestingModels.options(), lora, 1);
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      if (start != null) {
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 99));
        optimizer.restore(start);
      }
      for (int step = from; step < to; step++) {
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2L * step));
        TestingGradients.backward(model, BATCH, TestingModels.gradients(BATCH, 2L * step + 1));
        optimizer.step(1e-2, 1);
      }
      return optimizer.snapshot();
    }
  }

  @Test
  void aSnapshotOfAnotherModelIsRefusedAndChangesNothing() {
    Snapshot other = train(0, 1, null);
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      Snapshot before = optimizer.snapshot();
      assertThatThrownBy(() -> optimizer.restore(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the weights are of another model or adapter: tensor 0 is"
                  + " model.layers.0.self_attn.q_proj.lora_A[3, 24], expected"
                  + " model.embed_tokens.weight[61, 24]");
      List<HostTensor> fewer = new ArrayList<>(before.weights());
      fewer.remove(fewer.size() - 1);
      assertThatThrownBy(() -> model.setTrainedWeights(fewer))
          .hasMessageEndingWith("is nothing, expected model.norm.weight[24]");
      assertThat(optimizer.snapshot()).isEqualTo(before);
    }
  }

  @Test
  void bytesThatAreNoSnapshotAreRefused() throws IOException {
    ByteArrayOutputStream stored = new ByteArrayOutputStream();
    SafeTensors.write(stored, List.of(), Map.of("format", "pt"));
    assertThatThrownBy(
            () -> Snapshot.readFrom(new ByteArrayInputStream(stored.toByteArray()), "state"))
        .isInstanceOf(ModelDirectoryException.class)
        .hasMessage("state is no snapshot of a learner");
  }

  @Test
  void aStepWithoutAnyGradientIsRefused() {
    try (PolicyModel model = PolicyModel.fullyTrained(directory, TestingModels.options());
        Optimizer optimizer = new Optimizer(model, AdamWSettings.standard())) {
      assertThatThrownBy(() -> optimizer.step(1e-3, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "tensor model.embed_tokens.weight has no gradient: run a backward pass before a"
                  + " step");
      assertThatThrownBy(() -> optimizer.step(-1, 1))
          .hasMessageStartingWith("learningRate is -1.0 and largestNorm is 1.0");
    }
    try (PolicyModel model = PolicyModel.frozen(directory, TestingModels.options())) {
      assertThatThrownBy(() -> new Optimizer(model, AdamWSettings.standard()))
          .hasMessage("the policy was opened frozen: nothing of it is trained");
    }
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new AdamWSettings(1, 0.9, 1e-8, 0))
        .hasMessage("beta1 is 1.0, expected 0 up to but not 1");
    assertThatThrownBy(() -> new AdamWSettings(0.9, 0.9, 0, 0))
        .hasMessage("epsilon is 0.0, expected a positive number");
    assertThatThrownBy(() -> new AdamWSettings(0.9, 0.9, 1, -1))
        .hasMessage("weightDecay is -1.0, expected 0 or more");
  }
}
