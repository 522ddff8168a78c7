package org.sealflow.learn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Which rows pass through the model together. */
final class MicroBatches {
  private MicroBatches() {}

  /**
   * Cuts rows into passes of at most so many tokens, padding included; a longer row passes alone.
   * Rows of like length pass together, so that little is padded; the cut depends on nothing but
   * lengths and order.
   *
   * @param lengths tokens of each row
   * @param passTokens most tokens of a pass, from 1
   * @return indices of rows, each once
   */
  static List<List<Integer>> of(int[] lengths, int passTokens) {
    List<Integer> longestFirst =
        IntStream.range(0, lengths.length)
            .boxed()
            .sorted(Comparator.comparingInt((Integer row) -> lengths[row]).reversed())
            .toList();
    List<List<Integer>> passes = new ArrayList<>();
    List<Integer> pass = new ArrayList<>();
    for (int row : longestFirst) {
      long width = pass.isEmpty() ? lengths[row] : lengths[pass.get(0)];
      if (!pass.isEmpty() && width * (pass.size() + 1) > passTokens) {
        passes.add(List.copyOf(pass));
        pass.clear();
      }
      pass.add(row);
    }
    if (!pass.isEmpty()) {
      passes.add(List.copyOf(pass));
    }
    return passes;
  }
}
