package org.sealflow.learn.algorithm.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sealflow.learn.algorithm.LearnerSettings;

/** The gradient is the derivative of the loss, as central differences measure it. */
class ObjectiveGradientTest {
  private static final double TOLERANCE = 1e-6;

  static Stream<Map<String, String>> settings() {
    List<Map<String, String>> all = new ArrayList<>();
    for (String ratio : List.of("token", "sequence")) {
      for (String aggregation : List.of("token-mean", "sequence-mean", "dr-grpo")) {
        for (String cap : List.of("off", "1.5")) {
          all.add(settings(ratio, aggregation, cap, "off", "0.3"));
          all.add(settings(ratio, aggregation, cap, "2.5", "0"));
        }
      }
    }
    return all.stream();
  }

  private static Map<String, String> settings(
      String ratio, String aggregation, String cap, String dualClip, String klCoefficient) {
    return Map.of(
        "objective.ratio", ratio,
        "objective.aggregation", aggregation,
        "objective.lengthConstant", "12",
        "objective.importanceCap", cap,
        "objective.dualClip", dualClip,
        "objective.klCoefficient", klCoefficient);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void gradientsAreTheDerivativesOfTheLoss(Map<String, String> settings) {
    Objective objective = new Objective(LearnerSettings.parse(settings).objective());
    List<ObjectiveSequence> batch = new TestingBatches(11).draw(10);
    Evaluation evaluation = objective.evaluate(batch);
    int moving = 0;
    for (int i = 0; i < batch.size(); i++) {
      for (int token = 0; token < batch.get(i).length(); token++) {
        double gradient = evaluation.gradients().get(i)[token];
        assertThat(gradient)
            .as("sequence %d, token %d", i, token)
            .isCloseTo(difference(objective, batch, i, token), within(TOLERANCE));
        moving += gradient == 0 ? 0 : 1;
      }
    }
    assertThat(moving).isGreaterThan(15);
  }

  private static double difference(
      Objective objective, List<ObjectiveSequence> batch, int sequence, int token) {
    double up = loss(objective, batch, sequence, token, TestingBatches.GRID);
    double down = loss(objective, batch, sequence, token, -TestingBatches.GRID);
    return (up - down) / (2 * TestingBatches.GRID);
  }

  private static double loss(
      Objective objective, List<ObjectiveSequence> batch, int sequence, int token, double by) {
    List<ObjectiveSequence> moved = new ArrayList<>(batch);
    moved.set(sequence, TestingBatches.moved(batch.get(sequence), token, by));
    return objective.evaluate(moved).loss();
  }

  @Test
  void theBatchesMeetEveryClip() {
    Objective objective =
        new Objective(
            LearnerSettings.parse(settings("token", "token-mean", "1.5", "2.5", "0")).objective());
    ObjectiveDiagnostics seen = objective.evaluate(new TestingBatches(11).draw(10)).diagnostics();
    assertThat(seen.clipShare()).isBetween(0.1, 0.9);
    assertThat(seen.dualClipShare()).isPositive();
    assertThat(seen.importanceTruncationShare()).isBetween(0.05, 0.9);
  }

  @Test
  void aStepAlongTheGradientLowersTheLoss() {
    Objective objective = new Objective(LearnerSettings.defaults().objective());
    List<ObjectiveSequence> batch = new TestingBatches(5).draw(8);
    Evaluation before = objective.evaluate(batch);
    List<ObjectiveSequence> after = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      ObjectiveSequence next = batch.get(i);
      for (int token = 0; token < next.length(); token++) {
        next = TestingBatches.moved(next, token, -0.01 * before.gradients().get(i)[token]);
      }
      after.add(next);
    }
    assertThat(objective.evaluate(after).loss()).isLessThan(before.loss());
  }
}
