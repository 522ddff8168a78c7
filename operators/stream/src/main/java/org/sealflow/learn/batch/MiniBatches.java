package org.sealflow.learn.batch;

import java.util.ArrayList;
import java.util.List;

/** Splits a batch into the parts that its optimizer steps train on. */
public final class MiniBatches {
  private MiniBatches() {}

  /**
   * A batch cut into mini-batches in its order, the last one smaller where it does not go evenly.
   * As in SEAL (32 groups, 4 mini-batches of 8), a mini-batch is made of whole groups, so that its
   * advantages are balanced too.
   *
   * @param groups the groups of a batch
   * @param size groups of a mini-batch, from 1
   * @return the mini-batches; none for an empty batch
   * @throws IllegalArgumentException if the size is less than 1
   */
  public static <T> List<List<T>> of(List<T> groups, int size) {
    return of(groups, List.of(), size);
  }

  /**
   * The same, with further groups dealt out among the mini-batches in turn: an optimizer that
   * divides by the size of its gradients must see them beside the others, or their weight is lost.
   *
   * @param further groups that do not count for the size
   */
  public static <T> List<List<T>> of(List<T> groups, List<T> further, int size) {
    if (size < 1) {
      throw new IllegalArgumentException("a mini-batch of " + size + " groups, expected 1 or more");
    }
    List<List<T>> cut = new ArrayList<>();
    for (int first = 0; first < groups.size(); first += size) {
      cut.add(new ArrayList<>(groups.subList(first, Math.min(first + size, groups.size()))));
    }
    if (cut.isEmpty() && !further.isEmpty()) {
      cut.add(new ArrayList<>());
    }
    for (int i = 0; i < further.size(); i++) {
      cut.get(i % cut.size()).add(further.get(i));
    }
    return cut.stream().map(List::copyOf).toList();
  }
}
