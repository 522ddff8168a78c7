package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * Continuations of about the same length, with their cache. Rows of all lengths in one cache would
 * each cost what the longest does, in memory and in what attention reads.
 */
final class LengthGroup implements AutoCloseable {
  /** Least difference of lengths between two groups, tokens. */
  private static final int LEAST_STEP = 128;

  private static final int SHELVES_PER_OCTAVE = 4;

  private final KeyValueCache cache;

  /** The continuations by their rows in the cache. */
  private final List<GenerationRow> rows = new ArrayList<>();

  /** An empty group for continuations of at most {@code capacity} tokens. */
  LengthGroup(GenerationWeights weights, int rowCount, int capacity) {
    cache = new KeyValueCache(weights, rowCount, capacity);
  }

  /**
   * The capacity of the group in which a continuation stands.
   *
   * @param length tokens that it must have room for
   * @param contextLength longest context
   */
  static int capacity(int length, int contextLength) {
    int step = Math.max(LEAST_STEP, Integer.highestOneBit(length) / SHELVES_PER_OCTAVE);
    return (int) Math.min(contextLength, (length + step - 1L) / step * step);
  }

  KeyValueCache cache() {
    return cache;
  }

  List<GenerationRow> rows() {
    return rows;
  }

  /** Positions that the next step looks at. */
  int span() {
    return 1 + rows.stream().mapToInt(GenerationRow::position).max().orElse(0);
  }

  /** Makes room for more rows. */
  void reserve(int more) {
    int wanted = rows.size() + more;
    if (wanted > cache.rows()) {
      cache.grow(rows.size(), Math.max(wanted, cache.rows() + cache.rows() / 2));
    }
  }

  /** Reads prompts and takes their continuations up; there is room for them. */
  void add(List<GenerationRow> added, Prefill prefill) {
    int first = rows.size();
    List<int[]> prompts = added.stream().map(GenerationRow::tokens).toList();
    int[] places = prefill.run(prompts, cache, first);
    rows.addAll(added);
    for (int i = 0; i < places.length; i++) {
      rows.set(places[i], added.get(i));
    }
  }

  /**
   * Takes a continuation over from another group, where it is not removed; there is room for it.
   */
  void take(LengthGroup other, int row) {
    GenerationRow moved = other.rows.get(row);
    try (NDManager scope = cache.newScope()) {
      NDArray read = other.cache.copyRow(row, moved.position(), scope);
      cache.restoreRow(rows.size(), read, moved.position());
    }
    rows.add(moved);
  }

  /** Lets rows go, and closes the gaps with the last of those that stay; whether any went. */
  boolean remove(Predicate<GenerationRow> leaving) {
    int staying = (int) rows.stream().filter(leaving.negate()).count();
    if (staying == rows.size()) {
      return false;
    }
    List<Integer> sources = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      boolean leaves = leaving.test(rows.get(i));
      if (leaves && i < staying) {
        targets.add(i);
      } else if (!leaves && i >= staying) {
        sources.add(i);
      }
    }
    move(sources, targets);
    rows.subList(staying, rows.size()).clear();
    return true;
  }

  private void move(List<Integer> sources, List<Integer> targets) {
    if (sources.isEmpty()) {
      return;
    }
    int longest = sources.stream().mapToInt(row -> rows.get(row).position()).max().orElse(0);
    cache.copyRows(sources, targets, longest);
    for (int i = 0; i < sources.size(); i++) {
      Collections.swap(rows, sources.get(i), targets.get(i));
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
