package org.sealflow.nano.induction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrthonormalVectorsTest {
  private static final double[][] VECTORS =
      OrthonormalVectors.draw(127, 128, new SplittableRandom(5));

  @Test
  void allAreOfLengthOneAndAtRightAngles() {
    for (int i = 0; i < VECTORS.length; i++) {
      for (int j = 0; j <= i; j++) {
        assertThat(OrthonormalVectors.product(VECTORS[i], VECTORS[j]))
            .isCloseTo(i == j ? 1 : 0, within(1e-9));
      }
    }
  }

  @Test
  void noneTouchesTheFirstCoordinate() {
    for (double[] vector : VECTORS) {
      assertThat(vector[0]).isZero();
    }
  }
}
