package org.sealflow.learn.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelPermutationTest {
  private static final List<Integer> LABELS = IntStream.range(0, 64).boxed().toList();

  @Test
  void labelsAreOnlyDealtOutAnew() {
    List<Integer> dealt = LabelPermutation.permute(LABELS, 1, 0);
    assertThat(dealt).containsExactlyInAnyOrderElementsOf(LABELS).isNotEqualTo(LABELS);
  }

  @Test
  void seedAndStepDecideTheDeal() {
    List<Integer> dealt = LabelPermutation.permute(LABELS, 1, 5);
    assertThat(LabelPermutation.permute(LABELS, 1, 5)).isEqualTo(dealt);
    assertThat(LabelPermutation.permute(LABELS, 1, 6)).isNotEqualTo(dealt);
    assertThat(LabelPermutation.permute(LABELS, 2, 5)).isNotEqualTo(dealt);
  }

  @Test
  void everyOrderIsAsLikelyAsAny() {
    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int step = 0; step < 6000; step++) {
      counts.merge(LabelPermutation.permute(List.of(1, 2, 3), 3, step), 1, Integer::sum);
    }
    assertThat(counts).hasSize(6);
    // Five standard deviations of a count of 1,000 among 6,000.
    assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(855, 1145));
  }

  @Test
  void nothingAndASingleLabelStay() {
    assertThat(LabelPermutation.permute(List.of(), 1, 0)).isEmpty();
    assertThat(LabelPermutation.permute(List.of("a"), 1, 0)).containsExactly("a");
  }
}
