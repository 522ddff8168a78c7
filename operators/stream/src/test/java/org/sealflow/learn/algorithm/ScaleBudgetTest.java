package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sealflow.schemas.Tag.GT_ERROR;
import static org.sealflow.schemas.Tag.INSTANCE_MISMATCH;
import static org.sealflow.schemas.Tag.PASS;
import static org.sealflow.schemas.Tag.SPURIOUS_TOOL_CALL;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.sealflow.diagnose.TagWeights;
import org.sealflow.schemas.Tag;

/**
 * Five trajectories as SEAL's release weighs them: one spurious, one half instance mismatch, one
 * without tags, one with an excluded tag only, one without tags.
 */
class ScaleBudgetTest {
  private static final Offset<Double> DIGITS = within(5e-7);
  private static final List<SampleDiagnosis> BATCH =
      List.of(
          tagged(SPURIOUS_TOOL_CALL),
          tagged(PASS, INSTANCE_MISMATCH),
          SampleDiagnosis.NONE,
          tagged(GT_ERROR),
          SampleDiagnosis.NONE);

  private static SampleDiagnosis tagged(Tag... tags) {
    return new SampleDiagnosis(List.of(tags), tags.length, List.of());
  }

  private static double[] scales(TagWeights weights) {
    return BATCH.stream().mapToDouble(d -> weights.scale(d.tags(), 0.5, 2)).toArray();
  }

  private static double[] budgeted(
      double strength, double least, double greatest, boolean normalize, double target) {
    ScaleBudget budget = new ScaleBudget(true, strength, least, greatest, normalize, target);
    return budget.apply(BATCH, scales(TagWeights.SEAL));
  }

  @Test
  void withoutABudgetScalesStay() {
    double[] scales = scales(TagWeights.SEAL);
    double[] budgeted = ScaleSettings.SEAL.budget().apply(BATCH, scales);
    assertThat(budgeted).containsExactly(2, 0.8, 1, 1, 1);
    ScaleSummary summary = ScaleSummary.of(BATCH, scales, budgeted);
    assertThat(summary.scaled()).isEqualTo(3);
    assertThat(summary.missing()).isEqualTo(2);
    assertThat(summary.meanBefore()).isCloseTo(1.266667, DIGITS);
  }

  @Test
  void theScaleAppliesToTheAdvantagesOfItsSide() {
    assertThat(ApplyTo.ALL.factor(2, 1)).isEqualTo(2);
    assertThat(ApplyTo.ALL.factor(0.8, -1)).isEqualTo(0.8);
    assertThat(ApplyTo.POSITIVE.factor(2, 1)).isEqualTo(2);
    assertThat(ApplyTo.POSITIVE.factor(0.8, -1)).isEqualTo(1);
    assertThat(ApplyTo.NEGATIVE.factor(2, 1)).isEqualTo(1);
    assertThat(ApplyTo.NEGATIVE.factor(0.8, -1)).isEqualTo(0.8);
    assertThat(ApplyTo.POSITIVE.factor(2, 0)).isEqualTo(1);
  }

  @Test
  void theBudgetBringsTheMeanToItsTarget() {
    double[] scales = budgeted(1, 0.5, 2, true, 1);
    assertThat(scales[0]).isCloseTo(1.578947, DIGITS);
    assertThat(scales[1]).isCloseTo(0.631579, DIGITS);
    assertThat(scales[3]).isCloseTo(0.789474, DIGITS);
    assertThat(scales[2]).as("without tags").isOne();
    assertThat(scales[4]).as("without tags").isOne();
    assertThat(ScaleSummary.of(BATCH, scales, scales).meanAfter()).isCloseTo(1, DIGITS);
  }

  @Test
  void theBudgetClipsBeforeItNormalises() {
    double[] scales = budgeted(0.5, 0.8, 1.2, true, 1);
    assertThat(scales[0]).isCloseTo(1.161290, DIGITS);
    assertThat(scales[1]).isCloseTo(0.870968, DIGITS);
    assertThat(scales[3]).isCloseTo(0.967742, DIGITS);
  }

  @Test
  void aStrengthOrTargetOfZeroIsReadAsOne() {
    assertThat(budgeted(0, 0.5, 2, true, 1)).containsExactly(budgeted(1, 0.5, 2, true, 1));
    assertThat(budgeted(1, 0.5, 2, true, 0)).containsExactly(budgeted(1, 0.5, 2, true, 1));
  }

  @Test
  void boundsInTheWrongOrderAreSwapped() {
    double[] scales = budgeted(1, 1.5, 0.7, false, 1);
    assertThat(scales).containsExactly(1.5, 0.8, 1, 1, 1);
    assertThat(ScaleSummary.of(BATCH, scales, scales).meanAfter()).isCloseTo(1.1, DIGITS);
  }

  @Test
  void theMeanMayMissATargetThatTheBoundsForbid() {
    double[] scales = budgeted(1, 0.5, 1.1, true, 3);
    assertThat(scales).containsExactly(1.1, 1.1, 1, 1.1, 1);
  }

  @Test
  void aWeightAboveTheRangeIsClipped() {
    TagWeights heavy = TagWeights.SEAL.with(new TagWeights(Map.of("spurious_tool_call", 3.0)));
    assertThat(scales(heavy)).containsExactly(2, 0.8, 1, 1, 1);
  }

  @Test
  void nothingTaggedHasNoMean() {
    List<SampleDiagnosis> untagged = List.of(SampleDiagnosis.NONE);
    ScaleBudget budget = new ScaleBudget(true, 1, 0.5, 2.0, true, 1);
    assertThat(budget.apply(untagged, new double[] {1})).containsExactly(1);
    assertThat(ScaleSummary.of(untagged, new double[] {1}, new double[] {1}))
        .isEqualTo(new ScaleSummary(0, 1, 1, 1));
  }
}
