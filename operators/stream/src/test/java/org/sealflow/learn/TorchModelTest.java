package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sealflow.learn.algorithm.LearnerSettings;
import org.sealflow.learn.algorithm.objective.Evaluation;
import org.sealflow.learn.algorithm.objective.Objective;
import org.sealflow.learn.algorithm.objective.ObjectiveSequence;
import org.sealflow.model.AdamWSettings;
import org.sealflow.model.ForwardPass;
import org.sealflow.model.ModelOptions;
import org.sealflow.model.ModelWriter;
import org.sealflow.model.Optimizer;
import org.sealflow.model.PolicyModel;
import org.sealflow.model.TestingGradients;
import org.sealflow.model.TokenBatch;
import org.sealflow.model.TokenSequence;
import org.sealflow.model.config.LoraConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Projection;
import org.sealflow.model.config.TensorLayout;
import org.sealflow.model.file.HostTensor;

/**
 * Model, objective and optimizer together against PyTorch in double precision: log-probabilities to
 * 2e-6, gradients to 1e-6 of the largest entry of all, weights after two clipped steps to 1e-4.
 */
class TorchModelTest {
  private static final double LOG_PROB_TOLERANCE = 2e-6;
  private static final double GRADIENT_TOLERANCE = 1e-6;
  private static final double WEIGHT_TOLERANCE = 1e-4;
  private static final double SUM_TOLERANCE = 1e-5;
  private static final int STEPS = 2;

  @TempDir private Path folder;

  /** A row of tokens, the first of them not scored, and what is known of those scored. */
  private static final class Row {
    private final TokenSequence tokens;
    private final int firstScored;
    private final float[] old;
    private final float[] reference;
    private final float[] engine;
    private final float[] advantages;

    Row(TestingTorch.Draws draws, TokenSequence tokens, int firstScored) {
      this.tokens = tokens;
      this.firstScored = firstScored;
      int scored = tokens.length() - firstScored;
      old = draws.reals(scored, -2.5, 0.5);
      reference = draws.reals(scored, -2.5, 0.5);
      engine = draws.reals(scored, -2.5, 0.5);
      advantages = draws.reals(scored, 0, 2);
    }

    ObjectiveSequence with(float[] current) {
      boolean[] mask = new boolean[tokens.length()];
      for (int i = 0; i < mask.length; i++) {
        mask[i] = tokens.isScored(i);
      }
      return new ObjectiveSequence(
          current, whole(old), whole(reference), whole(engine), whole(advantages), mask);
    }

    private float[] whole(float[] scored) {
      float[] values = new float[tokens.length()];
      System.arraycopy(scored, 0, values, firstScored, scored.length);
      return values;
    }
  }

  @ParameterizedTest
  @EnumSource
  void gradientsAndTwoStepsEqualPyTorch(TestingTorch source) throws Exception {
    JsonNode answers = source.answers();
    assertThat(answers.get("models")).hasSize(4);
    for (JsonNode expected : answers.get("models")) {
      try (PolicyModel model = open(expected);
          Optimizer optimizer = new Optimizer(model, adamW(answers.get("adamW")))) {
        assertEqualSteps(model, optimizer, answers, expected);
      }
    }
  }

  private static AdamWSettings adamW(JsonNode settings) {
    return new AdamWSettings(
        settings.get("beta1").doubleValue(),
        settings.get("beta2").doubleValue(),
        settings.get("epsilon").doubleValue(),
        settings.get("weightDecay").doubleValue());
  }

  private static void assertEqualSteps(
      PolicyModel model, Optimizer optimizer, JsonNode common, JsonNode expected) {
    String name = expected.get("name").textValue();
    Objective objective =
        new Objective(
            LearnerSettings.parse(TestingTorch.settings(expected.get("settings"))).objective());
    List<Row> rows = rows(common, expected, model.config().vocabularySize());
    double rate = common.get("learningRate").doubleValue();
    double largestNorm = common.get("largestNorm").doubleValue();
    for (int step = 0; step < STEPS; step++) {
      TokenBatch batch = new TokenBatch(rows.stream().map(row -> row.tokens).toList());
      try (ForwardPass pass = model.forward(batch, common.get("temperature").doubleValue())) {
        if (step == 0) {
          assertLogProbs(name, rows, pass.logProbs(), expected.get("logProbs"));
        }
        Evaluation evaluation = evaluate(objective, rows, pass.logProbs());
        assertRelative(name, evaluation.loss(), expected.get("losses").get(step));
        pass.backward(evaluation.gradients().toArray(float[][]::new));
      }
      if (step == 0) {
        assertGradients(name, TestingGradients.of(model), expected.get("gradients"));
      }
      double norm = optimizer.step(rate, largestNorm).gradientNorm();
      assertRelative(name, norm, expected.get("norms").get(step));
    }
    assertWeights(name, model.trainedWeights(), expected.get("weights"));
  }

  private static Evaluation evaluate(Objective objective, List<Row> rows, float[][] current) {
    List<ObjectiveSequence> sequences = new ArrayList<>();
    for (int row = 0; row < current.length; row++) {
      sequences.add(rows.get(row).with(current[row]));
    }
    return objective.evaluate(sequences);
  }

  private static void assertLogProbs(
      String name, List<Row> rows, float[][] found, JsonNode expected) {
    for (int row = 0; row < found.length; row++) {
      double[] scored = TestingTorch.doubles(expected.get(row));
      for (int i = 0; i < scored.length; i++) {
        assertThat((double) found[row][rows.get(row).firstScored + i])
            .as(name)
            .isCloseTo(scored[i], within(LOG_PROB_TOLERANCE));
      }
    }
  }

  private static void assertRelative(String name, double found, JsonNode expected) {
    double value = expected.doubleValue();
    assertThat(found).as(name).isCloseTo(value, within(SUM_TOLERANCE * Math.abs(value)));
  }

  private static void assertGradients(String name, Map<String, float[]> found, JsonNode expected) {
    double largest = 0;
    for (JsonNode tensor : expected) {
      for (double value : TestingTorch.doubles(tensor)) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    assertThat(found).hasSize(expected.size());
    for (Map.Entry<String, float[]> tensor : found.entrySet()) {
      assertValues(
          name + " " + tensor.getKey(),
          tensor.getValue(),
          expected.get(tensor.getKey()),
          GRADIENT_TOLERANCE * largest);
    }
  }

  private static void assertWeights(String name, List<HostTensor> found, JsonNode expected) {
    assertThat(found).hasSize(expected.size());
    for (HostTensor tensor : found) {
      assertValues(
          name + " " + tensor.name(),
          tensor.values(),
          expected.get(tensor.name()),
          WEIGHT_TOLERANCE);
    }
  }

  private static void assertValues(
      String name, float[] found, JsonNode expected, double tolerance) {
    double[] values = TestingTorch.doubles(expected);
    assertThat(found).as(name).hasSize(values.length);
    double worst = 0;
    for (int i = 0; i < found.length; i++) {
      worst = Math.max(worst, Math.abs(found[i] - values[i]));
    }
    assertThat(worst).as(name).isLessThanOrEqualTo(tolerance);
  }

  private PolicyModel open(JsonNode expected) throws IOException {
    String name = expected.get("name").textValue();
    ModelConfig config =
        ModelConfig.read(
            Files.writeString(folder.resolve(name + ".json"), expected.get("config").toString()));
    long seed = expected.get("seed").longValue();
    Path directory = folder.resolve(name);
    ModelWriter.write(directory, config, drawn(TensorLayout.of(config), seed));
    ModelOptions options = ModelOptions.onCpu(config.rotary().maximumPositions());
    int rank = expected.get("adapterRank").intValue();
    return rank == 0
        ? PolicyModel.fullyTrained(directory, options)
        : withAdapters(PolicyModel.withNewAdapters(directory, options, lora(rank), 0), seed + 1);
  }

  private static LoraConfig lora(int rank) {
    return new LoraConfig(rank, 2.0 * rank, EnumSet.allOf(Projection.class));
  }

  private static PolicyModel withAdapters(PolicyModel model, long seed) {
    Map<String, List<Long>> shapes = new TreeMap<>();
    List<HostTensor> initial = model.trainedWeights();
    initial.forEach(tensor -> shapes.put(tensor.name(), tensor.shape()));
    Map<String, HostTensor> adapters = new TreeMap<>();
    drawn(shapes, seed).forEach(tensor -> adapters.put(tensor.name(), tensor));
    model.setTrainedWeights(initial.stream().map(tensor -> adapters.get(tensor.name())).toList());
    return model;
  }

  /** Tensors drawn in the order of their names: norms around 1, all else around 0. */
  private static List<HostTensor> drawn(Map<String, List<Long>> shapes, long seed) {
    TestingTorch.Draws draws = new TestingTorch.Draws(seed);
    List<HostTensor> tensors = new ArrayList<>();
    new TreeMap<>(shapes)
        .forEach(
            (name, shape) -> {
              double centre = name.contains("norm") ? 1 : 0;
              double spread = name.contains("embed") || name.contains("lm_head") ? 1 : 0.25;
              long size = shape.stream().reduce(1L, Math::multiplyExact);
              tensors.add(new HostTensor(name, shape, draws.reals((int) size, centre, spread)));
            });
    return tensors;
  }

  private static List<Row> rows(JsonNode common, JsonNode expected, int vocabulary) {
    TestingTorch.Draws draws = new TestingTorch.Draws(expected.get("seed").longValue() + 2);
    List<TokenSequence> sequences = new ArrayList<>();
    for (int row = 0; row < common.get("lengths").size(); row++) {
      int[] tokens = draws.wholes(common.get("lengths").get(row).intValue(), vocabulary);
      boolean[] scored = new boolean[tokens.length];
      Arrays.fill(scored, common.get("firstScored").get(row).intValue(), scored.length, true);
      sequences.add(new TokenSequence(tokens, scored));
    }
    List<Row> rows = new ArrayList<>();
    for (TokenSequence sequence : sequences) {
      int first = common.get("firstScored").get(rows.size()).intValue();
      rows.add(new Row(draws, sequence, first));
    }
    return rows;
  }
}
