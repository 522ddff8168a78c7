package org.sealflow.learn.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.TokenBatch;

class MicroBatchesTest {
  /** A row that begins with its own number, so that it is like no other; all else counts. */
  private static TrainingSequence row(int number, int length) {
    int[] tokens = new int[length + 1];
    Arrays.fill(tokens, number);
    return new TrainingSequence(tokens, sampled(tokens.length, 1), null, new int[tokens.length]);
  }

  private static boolean[] sampled(int length, int from) {
    boolean[] sampled = new boolean[length];
    Arrays.fill(sampled, from, length, true);
    return sampled;
  }

  /** Rows behind the same first tokens. */
  private static List<TrainingSequence> alike(int shared, int... own) {
    List<TrainingSequence> rows = new ArrayList<>();
    for (int length : own) {
      int[] tokens = new int[shared + length + 1];
      Arrays.fill(tokens, shared, tokens.length, rows.size() + 1);
      rows.add(
          new TrainingSequence(
              tokens, sampled(tokens.length, shared + 1), null, new int[tokens.length]));
    }
    return rows;
  }

  /** Groups of one row each, of these lengths. */
  private static List<List<Integer>> of(int[] lengths, int passTokens) {
    List<List<TrainingSequence>> groups =
        IntStream.range(0, lengths.length).mapToObj(i -> List.of(row(i, lengths[i]))).toList();
    return of(groups, passTokens, false);
  }

  private static List<List<Integer>> of(
      List<List<TrainingSequence>> groups, int passTokens, boolean packing) {
    return MicroBatches.of(
        groups,
        passTokens,
        rows ->
            new TokenBatch(rows.stream().map(TrainingSequence::modelSequence).toList(), packing));
  }

  @Test
  void rowsOfLikeLengthPassTogether() {
    assertThat(of(new int[] {3, 9, 4, 10}, 20)).containsExactly(List.of(3, 1), List.of(2, 0));
  }

  @Test
  void paddingCounts() {
    assertThat(of(new int[] {10, 1, 1}, 20)).containsExactly(List.of(0, 1), List.of(2));
  }

  @Test
  void packedRowsCountThemselvesAlone() {
    List<List<TrainingSequence>> groups = List.of(List.of(row(0, 10)), List.of(row(1, 9)));
    assertThat(of(groups, 19, false)).hasSize(2);
    assertThat(of(groups, 19, true)).containsExactly(List.of(0, 1));
    List<List<TrainingSequence>> alike = List.of(alike(64, 20, 5, 5));
    assertThat(of(alike, 64 + 30, false)).hasSize(2);
    assertThat(of(alike, 64 + 30, true)).containsExactly(List.of(0, 1, 2));
  }

  @Test
  void aLongRowPassesAlone() {
    assertThat(of(new int[] {5, 100}, 20)).containsExactly(List.of(1), List.of(0));
  }

  @Test
  void aGroupThatBeginsAlikePassesByItself() {
    List<List<TrainingSequence>> groups =
        List.of(alike(64, 10, 20, 30), List.of(row(1, 20)), alike(100, 5, 5));
    assertThat(of(groups, 200, false)).containsExactly(List.of(2, 1, 0), List.of(4, 5), List.of(3));
  }

  @Test
  void itsBeginningCountsOnceInEachOfItsPasses() {
    assertThat(of(List.of(alike(64, 20, 20, 20, 20)), 64 + 2 * 20, false))
        .containsExactly(List.of(0, 1), List.of(2, 3));
  }

  @Test
  void everyRowPassesOnceWithinTheLimit() {
    SplittableRandom random = new SplittableRandom(7);
    for (int draw = 0; draw < 200; draw++) {
      int[] lengths = random.ints(random.nextInt(1, 30), 1, 50).toArray();
      List<List<Integer>> passes = of(lengths, 100);
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
    assertThat(of(new int[0], 20)).isEmpty();
  }
}
