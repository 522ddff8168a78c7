package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sealflow.learn.sample.TrainingSequence;
import org.sealflow.model.TokenBatch;

/** Which rows pass through the model together. */
final class MicroBatches {
  /** From so many tokens on that its rows share, a group passes by itself. */
  private static final int LEAST_SHARED = 64;

  private final List<TrainingSequence> rows;
  private final int passTokens;
  private final Function<List<TrainingSequence>, TokenBatch> layout;
  private final List<List<Integer>> passes = new ArrayList<>();

  private MicroBatches(
      List<TrainingSequence> rows,
      int passTokens,
      Function<List<TrainingSequence>, TokenBatch> layout) {
    this.rows = rows;
    this.passTokens = passTokens;
    this.layout = layout;
  }

  /**
   * Cuts rows into passes of at most so many tokens, padding included; a longer row passes alone.
   * Rows of a group that begin alike pass together, for then their beginning is computed once.
   * Others pass with rows of like length, so that little is padded. The cut depends on nothing but
   * the rows and their order.
   *
   * @param groups the rows of each group
   * @param passTokens most tokens of a pass, from 1
   * @param layout how rows pass together
   * @return indices of rows, counted over all groups, each once
   */
  static List<List<Integer>> of(
      List<List<TrainingSequence>> groups,
      int passTokens,
      Function<List<TrainingSequence>, TokenBatch> layout) {
    List<TrainingSequence> rows = groups.stream().flatMap(List::stream).toList();
    MicroBatches batches = new MicroBatches(rows, passTokens, layout);
    List<Integer> others = new ArrayList<>();
    int first = 0;
    for (List<TrainingSequence> group : groups) {
      List<Integer> own = IntStream.range(first, first + group.size()).boxed().toList();
      first += group.size();
      boolean alike = group.size() > 1 && batches.batch(own).sharedTokens() >= LEAST_SHARED;
      if (alike) {
        batches.cut(own);
      } else {
        others.addAll(own);
      }
    }
    batches.cut(others);
    return batches.passes;
  }

  private TokenBatch batch(List<Integer> chosen) {
    return layout.apply(chosen.stream().map(rows::get).toList());
  }

  private void cut(List<Integer> chosen) {
    List<Integer> longestFirst =
        chosen.stream()
            .sorted(Comparator.comparingInt((Integer row) -> rows.get(row).length()).reversed())
            .toList();
    List<Integer> pass = new ArrayList<>();
    for (int row : longestFirst) {
      pass.add(row);
      if (pass.size() > 1 && batch(pass).computedTokens() > passTokens) {
        pass.remove(pass.size() - 1);
        passes.add(List.copyOf(pass));
        pass.clear();
        pass.add(row);
      }
    }
    if (!pass.isEmpty()) {
      passes.add(List.copyOf(pass));
    }
  }
}
