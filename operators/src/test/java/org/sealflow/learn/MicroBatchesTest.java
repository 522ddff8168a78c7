package org.sealflow.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MicroBatchesTest {
  @Test
  void rowsOfLikeLengthPassTogether() {
    assertThat(MicroBatches.of(new int[] {3, 9, 4, 10}, 20))
        .containsExactly(List.of(3, 1), List.of(2, 0));
  }

  @Test
  void paddingCounts() {
    assertThat(MicroBatches.of(new int[] {10, 1, 1}, 20))
        .containsExactly(List.of(0, 1), List.of(2));
  }

  @Test
  void aLongRowPassesAlone() {
    assertThat(MicroBatches.of(new int[] {5, 100}, 20)).containsExactly(List.of(1), List.of(0));
  }

  @Test
  void everyRowPassesOnceWithinTheLimit() {
    SplittableRandom random = new SplittableRandom(7);
    for (int draw = 0; draw < 200; draw++) {
      int[] lengths = random.ints(random.nextInt(1, 30), 1, 50).toArray();
      List<List<Integer>> passes = MicroBatches.of(lengths, 100);
      assertThat(passes.stream().flatMap(List::stream).sorted())
          .containsExactlyElementsOf(IntStream.range(0, lengths.length).boxed().toList());
      for (List<Integer> pass : passes) {
        int widest = pass.stream().mapToInt(row -> lengths[row]).max().orElseThrow();
        assertThat(widest * pass.size()).isLessThanOrEqualTo(100);
      }
    }
  }

  @Test
  void noRowsMakeNoPass() {
    assertThat(MicroBatches.of(new int[0], 20)).isEmpty();
  }
}
