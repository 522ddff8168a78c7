package org.sealflow.generate.family;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DrawsTest {
  /** The first two outputs of the published generator for seed 1234567, halved as drawn here. */
  @Test
  void drawsAreThoseOfSplitMix64() {
    Draws draws = new Draws(1234567);
    assertThat(draws.between(0, Long.MAX_VALUE - 1)).isEqualTo(6457827717110365317L >>> 1);
    assertThat(draws.between(0, Long.MAX_VALUE - 1)).isEqualTo(3203168211198807973L >>> 1);
  }

  @Test
  void drawsOfOneTaskDependOnEveryNumberAndTheirOrder() {
    long first = Draws.of(1, 2, 3).between(0, 1L << 60);
    assertThat(Draws.of(1, 2, 3).between(0, 1L << 60)).isEqualTo(first);
    assertThat(Draws.of(1, 3, 2).between(0, 1L << 60)).isNotEqualTo(first);
    assertThat(Draws.of(1, 2, 4).between(0, 1L << 60)).isNotEqualTo(first);
  }

  @Test
  void sharesAndWeightsAreKept() {
    Draws draws = new Draws(3);
    int chances = 0;
    int[] places = new int[3];
    for (int i = 0; i < 40_000; i++) {
      chances += draws.chance(0.25) ? 1 : 0;
      places[draws.weighted(List.of(1, 0, 3))]++;
    }
    assertThat(chances).isBetween(9_700, 10_300);
    assertThat(places[0]).isBetween(9_700, 10_300);
    assertThat(places[1]).isZero();
  }

  @Test
  void shufflingKeepsEveryItem() {
    List<Integer> items = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    List<Integer> shuffled = new Draws(4).shuffled(items);
    assertThat(shuffled).containsExactlyInAnyOrderElementsOf(items).isNotEqualTo(items);
  }
}
