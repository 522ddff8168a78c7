package org.sealflow.learn.algorithm.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sealflow.learn.algorithm.LearnerSettings;

class ObjectiveTest {
  private static final double LN2 = Math.log(2);

  /** Two sequences that were not updated yet: 3 scored tokens of advantage 2, 1 of advantage -1. */
  private static final List<ObjectiveSequence> FRESH =
      List.of(
          sequence(new float[] {-1, -2, -3, -9}, 2, true, true, true, false),
          sequence(new float[] {-4, -9}, -1, true, false));

  /** A sequence whose current, old and reference log-probabilities agree. */
  private static ObjectiveSequence sequence(
      float[] logProbabilities, float advantage, boolean... mask) {
    return new ObjectiveSequence(
        logProbabilities,
        logProbabilities,
        logProbabilities,
        null,
        filled(logProbabilities.length, advantage),
        mask);
  }

  private static float[] filled(int length, double value) {
    float[] values = new float[length];
    Arrays.fill(values, (float) value);
    return values;
  }

  private static Objective objective(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("preset", "seal-faithful");
    return new Objective(LearnerSettings.parse(all).objective());
  }

  @ParameterizedTest
  @CsvSource({
    // Token losses -2, -2, -2 and 1.
    "token-mean,    -1.25,    -0.5,       0.25",
    "sequence-mean, -0.5,     -0.3333333, 0.5",
    "dr-grpo,       -0.03125, -0.0125,    0.00625"
  })
  void theSameTokensUnderEachAggregation(
      String aggregation, double loss, double ofTheFirst, double ofTheSecond) {
    Map<String, String> settings =
        Map.of("objective.aggregation", aggregation, "objective.lengthConstant", "80");
    Evaluation evaluation = objective(settings).evaluate(FRESH);
    assertThat(evaluation.loss()).isCloseTo(loss, within(1e-12));
    assertThat(evaluation.gradients().get(0)[0]).isCloseTo((float) ofTheFirst, within(1e-7f));
    assertThat(evaluation.gradients().get(1)[0]).isCloseTo((float) ofTheSecond, within(1e-7f));
  }

  @Test
  void tokensThePolicyDidNotSampleAreNeverLookedAt() {
    ObjectiveSequence garbage =
        new ObjectiveSequence(
            new float[] {-1, Float.NaN},
            new float[] {-1, Float.NEGATIVE_INFINITY},
            new float[] {-1, Float.NaN},
            null,
            new float[] {2, Float.NaN},
            new boolean[] {true, false});
    Evaluation evaluation = objective(Map.of()).evaluate(List.of(garbage));
    assertThat(evaluation.loss()).isEqualTo(-2);
    assertThat(evaluation.gradients().get(0)).containsExactly(-2, 0);
  }

  @Test
  void theDivergenceFromTheReferenceCountsByItsCoefficient() {
    ObjectiveSequence moved =
        new ObjectiveSequence(
            new float[] {-2},
            new float[] {-2},
            new float[] {-1},
            null,
            new float[] {0},
            new boolean[] {true});
    Evaluation evaluation =
        objective(Map.of("objective.klCoefficient", "0.5")).evaluate(List.of(moved));
    assertThat(evaluation.loss()).isCloseTo(0.5 * (Math.E - 2), within(1e-12));
    assertThat(evaluation.gradients().get(0)[0])
        .isCloseTo((float) (0.5 * (1 - Math.E)), within(1e-7f));
    assertThat(evaluation.diagnostics().k3Mean()).isCloseTo(Math.E - 2, within(1e-12));
    assertThat(evaluation.diagnostics().klMean()).isEqualTo(-1);
  }

  @Test
  void aSequenceRatioIsTheMeanOfItsTokensAndSharedByAll() {
    // Log-ratios 2 ln 2 and 0: their mean is ln 2, so the ratio is 2 for both tokens.
    ObjectiveSequence sequence =
        new ObjectiveSequence(
            new float[] {(float) (-3 + 2 * LN2), -3},
            new float[] {-3, -3},
            new float[] {-3, -3},
            null,
            new float[] {-1, -1},
            new boolean[] {true, true});
    Evaluation evaluation =
        objective(Map.of("objective.ratio", "sequence", "objective.klCoefficient", "0"))
            .evaluate(List.of(sequence));
    assertThat(evaluation.loss()).isCloseTo(2, within(1e-6));
    assertThat(evaluation.gradients().get(0)).containsExactly(new float[] {1, 1}, within(1e-6f));
    assertThat(evaluation.diagnostics().ratioMin()).isCloseTo(2, within(1e-6));
  }

  @Test
  void importanceWeightsAreTruncatedAtTheirCap() {
    // The learner's probability of the first token is 4 times the engine's, of the second half.
    ObjectiveSequence sequence =
        new ObjectiveSequence(
            new float[] {-2, -2},
            new float[] {-2, -2},
            new float[] {-2, -2},
            new float[] {(float) (-2 - 2 * LN2), (float) (-2 + LN2)},
            new float[] {1, 1},
            new boolean[] {true, true});
    Evaluation evaluation =
        objective(Map.of("objective.importanceCap", "3")).evaluate(List.of(sequence));
    assertThat(evaluation.gradients().get(0))
        .containsExactly(new float[] {-1.5f, -0.25f}, within(1e-6f));
    assertThat(evaluation.diagnostics().importanceTruncationShare()).isEqualTo(0.5);
    Evaluation uncorrected = objective(Map.of()).evaluate(List.of(sequence));
    assertThat(uncorrected.gradients().get(0)).containsExactly(-0.5f, -0.5f);
    assertThat(uncorrected.diagnostics().importanceTruncationShare()).isZero();
  }

  @Test
  void anEngineWithoutLogProbabilitiesIsTakenAtItsWord() {
    Evaluation evaluation = objective(Map.of("objective.importanceCap", "2")).evaluate(FRESH);
    assertThat(evaluation.loss()).isCloseTo(-0.5, within(1e-12));
    assertThat(evaluation.diagnostics().importanceTruncationShare()).isZero();
  }

  @Test
  void diagnosticsSayWhatTheTokensShow() {
    ObjectiveSequence sequence =
        new ObjectiveSequence(
            new float[] {-1, -2, -3, -4},
            new float[] {-2, -1, -6, -4},
            new float[] {-1, -2, -3, -6},
            null,
            new float[] {1, -1, -1, 1},
            new boolean[] {true, true, true, true});
    ObjectiveDiagnostics seen = objective(Map.of()).evaluate(List.of(sequence)).diagnostics();
    assertThat(seen.tokens()).isEqualTo(4);
    assertThat(seen.clipShare()).isEqualTo(0.5);
    assertThat(seen.dualClipShare()).isEqualTo(0.25);
    assertThat(seen.ratioMin()).isCloseTo(Math.exp(-1), within(1e-12));
    assertThat(seen.ratioMax()).isCloseTo(Math.exp(3), within(1e-12));
    assertThat(seen.klMean()).isEqualTo(0.5);
    assertThat(seen.k3Mean()).isCloseTo((Math.exp(-2) + 1) / 4, within(1e-12));
    assertThat(seen.entropy()).isEqualTo(2.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"token-mean", "sequence-mean", "dr-grpo"})
  void partsOfAMiniBatchAddUpToTheWhole(String aggregation) {
    for (String ratio : List.of("token", "sequence")) {
      Objective objective =
          objective(
              Map.of(
                  "objective.aggregation", aggregation,
                  "objective.ratio", ratio,
                  "objective.importanceCap", "1.2"));
      List<ObjectiveSequence> batch = new TestingBatches(3).draw(9);
      Evaluation whole = objective.evaluate(batch);
      BatchTotals totals = BatchTotals.of(batch);
      double loss = 0;
      ObjectiveDiagnostics seen = ObjectiveDiagnostics.NONE;
      List<float[]> gradients = new ArrayList<>();
      for (int first = 0; first < 9; first += 4) {
        Evaluation part = objective.evaluate(batch.subList(first, Math.min(9, first + 4)), totals);
        loss += part.loss();
        seen = seen.plus(part.diagnostics());
        gradients.addAll(part.gradients());
      }
      assertThat(loss).isCloseTo(whole.loss(), within(1e-12));
      for (int i = 0; i < 9; i++) {
        assertThat(gradients.get(i)).containsExactly(whole.gradients().get(i));
      }
      assertThat(seen)
          .usingRecursiveComparison()
          .withComparatorForType(ObjectiveTest::nearly, Double.class)
          .isEqualTo(whole.diagnostics());
    }
  }

  private static int nearly(double one, double other) {
    return Math.abs(one - other) < 1e-12 ? 0 : Double.compare(one, other);
  }

  @Test
  void aSequenceWithoutScoredTokensCountsAsASequenceOnly() {
    List<ObjectiveSequence> batch = new ArrayList<>(FRESH);
    batch.add(sequence(new float[] {-1, -1}, 5, false, false));
    batch.add(sequence(new float[] {}, 5));
    assertThat(objective(Map.of()).evaluate(batch).loss()).isCloseTo(-0.25, within(1e-12));
    assertThat(objective(Map.of("objective.aggregation", "token-mean")).evaluate(batch).loss())
        .isCloseTo(-1.25, within(1e-12));
  }

  @Test
  void nothingScoredHasNoLossAndShowsNothing() {
    Evaluation evaluation =
        objective(Map.of("objective.aggregation", "token-mean"))
            .evaluate(List.of(sequence(new float[] {-1}, 5, false)));
    assertThat(evaluation.loss()).isZero();
    assertThat(evaluation.gradients().get(0)).containsExactly(0);
    assertThat(evaluation.diagnostics()).isEqualTo(ObjectiveDiagnostics.NONE);
  }

  @Test
  void aReferenceMayBeMissingWhereItsDivergenceDoesNotCount() {
    ObjectiveSequence without =
        new ObjectiveSequence(
            new float[] {-1}, new float[] {-1}, null, null, new float[] {2}, new boolean[] {true});
    assertThat(objective(Map.of("objective.klCoefficient", "0")).evaluate(List.of(without)).loss())
        .isEqualTo(-2);
    assertThatThrownBy(() -> objective(Map.of()).evaluate(List.of(without)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no reference log-probabilities although objective.klCoefficient is 0.001");
  }

  @Test
  void aLossThatIsNotFiniteIsRefused() {
    ObjectiveSequence far =
        new ObjectiveSequence(
            new float[] {-1},
            new float[] {-900},
            null,
            null,
            new float[] {-1},
            new boolean[] {true});
    assertThatThrownBy(
            () ->
                objective(Map.of("objective.klCoefficient", "0", "objective.dualClip", "off"))
                    .evaluate(List.of(far)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("lower the learning rate or set objective.dualClip");
    Evaluation held = objective(Map.of("objective.klCoefficient", "0")).evaluate(List.of(far));
    assertThat(held.loss()).isEqualTo(10);
    assertThat(held.gradients().get(0)).containsExactly(0);
  }

  @Test
  void sequencesThatDoNotFitAreRefused() {
    boolean[] mask = {true, true};
    float[] fine = {-1, -1};
    assertThatThrownBy(() -> new ObjectiveSequence(fine, new float[] {-1}, fine, null, fine, mask))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("old holds 1 values, expected 2 as in the mask");
    assertThatThrownBy(
            () -> new ObjectiveSequence(fine, fine, fine, new float[] {-1, Float.NaN}, fine, mask))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("engine of token 1 is NaN, expected a finite number");
    assertThatThrownBy(() -> objective(Map.of()).evaluate(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a mini-batch of 0 sequences and 0 scored tokens, expected at least one sequence");
  }
}
