package org.sealflow.learn.algorithm.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClippedObjectiveTest {
  private static final ClippedObjective SEAL = new ClippedObjective(0.2, 0.2, 10.0);

  @ParameterizedTest
  @CsvSource({
    // A gain counts up to 1 + high, a loss down to 1 - low and up to the dual clip.
    "1.0,  2, -2.0, -2",
    "1.1,  2, -2.2, -2",
    "1.3,  2, -2.4,  0",
    "0.1,  2, -0.2, -2",
    "1.0, -2,  2.0,  2",
    "0.7, -2,  1.6,  0",
    "1.3, -2,  2.6,  2",
    "9.9, -2, 19.8,  2",
    "12,  -2, 20.0,  0"
  })
  void lossAndSlopeByRatio(double ratio, double advantage, double loss, double slope) {
    assertThat(SEAL.loss(ratio, advantage)).isCloseTo(loss, within(1e-14));
    assertThat(SEAL.slope(ratio, advantage)).isEqualTo(slope);
  }

  @Test
  void theClipsSayWhenTheyHold() {
    assertThat(SEAL.isClipped(1.3, 2)).isTrue();
    assertThat(SEAL.isClipped(1.3, -2)).isFalse();
    assertThat(SEAL.isClipped(0.7, -2)).isTrue();
    assertThat(SEAL.isClipped(0.7, 2)).isFalse();
    assertThat(SEAL.isDualClipped(12, -2)).isTrue();
    assertThat(SEAL.isDualClipped(12, 2)).isFalse();
    assertThat(SEAL.isClipped(12, -2)).isFalse();
  }

  @Test
  void aHigherUpperBoundLetsGainsGrowFurther() {
    ClippedObjective higher = new ClippedObjective(0.2, 0.28, 10.0);
    assertThat(higher.loss(1.25, 1)).isEqualTo(-1.25);
    assertThat(SEAL.loss(1.25, 1)).isEqualTo(-1.2);
    assertThat(higher.loss(0.75, -1)).isEqualTo(SEAL.loss(0.75, -1)).isEqualTo(0.8);
  }

  @Test
  void withoutDualClipALossGrowsWithItsRatio() {
    ClippedObjective single = new ClippedObjective(0.2, 0.2, null);
    assertThat(single.loss(50, -1)).isEqualTo(50);
    assertThat(single.slope(50, -1)).isEqualTo(1);
  }

  @Test
  void withoutAdvantageThereIsNoLossWhateverTheRatio() {
    assertThat(SEAL.loss(Double.POSITIVE_INFINITY, 0)).isZero();
    assertThat(SEAL.slope(Double.POSITIVE_INFINITY, 0)).isZero();
    assertThat(SEAL.isClipped(5, 0)).isFalse();
  }
}
