package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GroupBalanceTest {
  private static double[] times(double[] advantages, double[] scales) {
    double[] product = new double[advantages.length];
    for (int i = 0; i < product.length; i++) {
      product[i] = advantages[i] * scales[i];
    }
    return product;
  }

  @Test
  void theResidualIsTheMean() {
    assertThat(GroupBalance.residual(new double[] {1.5, -1, -0.5, -1})).isEqualTo(-0.25);
    assertThat(GroupBalance.residual(new double[] {})).isZero();
  }

  @Test
  void oneSuccessAmongFourKeepsItsAdvantageAndTheFailuresShareTheRest() {
    // Weighted: 0.75 * 1.4 = 1.05 against 0.5, 0.25 and 0.25, together 1. Former sides: 0.75 each.
    double[] advantages = {0.75, -0.25, -0.25, -0.25};
    double[] scales = GroupBalance.restore(advantages, new double[] {1.4, 2, 1, 1});
    assertThat(scales[0]).isCloseTo(1, within(1e-15));
    assertThat(scales[1]).isCloseTo(1.5, within(1e-15));
    assertThat(scales[2]).isCloseTo(0.75, within(1e-15));
    assertThat(scales[3]).isCloseTo(0.75, within(1e-15));
    assertThat(times(advantages, scales)[1]).isCloseTo(-0.375, within(1e-15));
  }

  @Test
  void successesShareTheirSideToo() {
    double[] advantages = {0.5, 0.5, -0.5, -0.5};
    double[] scales = GroupBalance.restore(advantages, new double[] {1, 1.5, 1, 1});
    assertThat(scales).containsExactly(new double[] {0.8, 1.2, 1, 1}, within(1e-15));
  }

  @Test
  void aFailureOfSmallWeightStaysAFailure() {
    // Taking away the mean of -0.24 would lift the last one to +0.06.
    double[] advantages = {
      2.475, -0.353571, -0.353571, -0.353571, -0.353571, -0.353571, -0.353571, -0.353574
    };
    double[] scales = GroupBalance.restore(advantages, new double[] {1, 2, 2, 2, 2, 2, 2, 0.5});
    double[] balanced = times(advantages, scales);
    assertThat(balanced[7]).isNegative();
    assertThat(balanced[7]).isCloseTo(balanced[1] / 4, within(1e-5));
  }

  @Test
  void equalWeightsChangeNothing() {
    double[] advantages = {0.75, -0.25, -0.25, -0.25};
    assertThat(GroupBalance.restore(advantages, new double[] {1.7, 1.7, 1.7, 1.7}))
        .containsExactly(new double[] {1, 1, 1, 1}, within(1e-15));
  }

  @Test
  void aSideThatWeighsNothingSilencesTheGroup() {
    double[] advantages = {0.75, -0.25, -0.25, -0.25};
    assertThat(GroupBalance.restore(advantages, new double[] {1, 0, 0, 0})).containsOnly(0);
  }

  @Test
  void withoutAdvantageThereIsNothingToBalance() {
    assertThat(GroupBalance.restore(new double[] {0, 0}, new double[] {2, 0.5})).containsOnly(1);
  }

  @Test
  void everyGroupEndsBalancedAtItsFormerSizeWithItsFormerSigns() {
    SplittableRandom random = new SplittableRandom(7);
    for (int group = 0; group < 200; group++) {
      double[] rewards = random.doubles(2 + random.nextInt(9)).toArray();
      double mean = Arrays.stream(rewards).average().orElseThrow();
      double[] advantages = Arrays.stream(rewards).map(r -> r - mean).toArray();
      double[] weights = random.doubles(rewards.length, 0.5, 2).toArray();
      double[] balanced = times(advantages, GroupBalance.restore(advantages, weights));
      assertThat(GroupBalance.residual(balanced)).isCloseTo(0, within(1e-14));
      assertThat(absoluteSum(balanced)).isCloseTo(absoluteSum(advantages), within(1e-13));
      for (int i = 0; i < balanced.length; i++) {
        assertThat(Math.signum(balanced[i])).isEqualTo(Math.signum(advantages[i]));
      }
    }
  }

  private static double absoluteSum(double[] values) {
    return Arrays.stream(values).map(Math::abs).sum();
  }
}
