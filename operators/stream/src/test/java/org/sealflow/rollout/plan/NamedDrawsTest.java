package org.sealflow.rollout.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamedDrawsTest {
  private static final int MANY = 20_000;

  @Test
  void theSameNameDrawsTheSameNumber() {
    assertThat(NamedDraws.of(7).at("run/b3/g1").at(2))
        .isEqualTo(NamedDraws.of(7).at("run/b3/g1").at(2));
  }

  @Test
  void seedNameAndPlaceAllMatter() {
    long[] states = {
      NamedDraws.of(7).at("a").at(1).state(),
      NamedDraws.of(8).at("a").at(1).state(),
      NamedDraws.of(7).at("b").at(1).state(),
      NamedDraws.of(7).at("a").at(2).state(),
      NamedDraws.of(7).at(1).at("a").state(),
      NamedDraws.of(7).at("").at(1).state(),
      NamedDraws.of(7).at(1).state()
    };

    assertThat(Arrays.stream(states).distinct()).hasSize(states.length);
  }

  @Test
  void fractionsAreUniformFromZeroToOne() {
    double[] drawn =
        IntStream.range(0, MANY).mapToDouble(i -> NamedDraws.of(1).at(i).unit()).toArray();

    assertThat(Arrays.stream(drawn).min().orElseThrow()).isBetween(0.0, 0.001);
    assertThat(Arrays.stream(drawn).max().orElseThrow()).isBetween(0.999, 1.0).isLessThan(1);
    assertThat(Arrays.stream(drawn).average().orElseThrow()).isBetween(0.49, 0.51);
  }

  @Test
  void wholeNumbersReachEveryValueBelowTheBound() {
    int[] counts = new int[5];
    IntStream.range(0, MANY).forEach(i -> counts[NamedDraws.of(2).at(i).below(5)]++);

    assertThat(Arrays.stream(counts)).allMatch(count -> count > 3_800 && count < 4_200);
    assertThatThrownBy(() -> NamedDraws.of(2).below(0))
        .hasMessage("bound is 0, expected 1 or more");
  }

  @Test
  void aPermutationHoldsEveryNumberOnce() {
    assertThat(NamedDraws.of(3).permutation(50))
        .containsExactlyInAnyOrder(IntStream.range(0, 50).toArray())
        .isNotEqualTo(IntStream.range(0, 50).toArray());
    assertThat(NamedDraws.of(3).permutation(0)).isEmpty();
  }

  @Test
  void everyOrderOfThreeIsAboutAsLikely() {
    long firstIsTwo =
        IntStream.range(0, MANY)
            .filter(i -> Arrays.equals(NamedDraws.of(4).at(i).permutation(3), new int[] {2, 0, 1}))
            .count();

    assertThat(firstIsTwo).isBetween(MANY / 6 - 300L, MANY / 6 + 300L);
  }
}
