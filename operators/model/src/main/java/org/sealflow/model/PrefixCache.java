package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values of contexts read before, so that an episode's next step reads only what was added
 * since. Good for one state of the weights; the contexts used longest ago are dropped first.
 */
final class PrefixCache implements AutoCloseable {
  private final GenerationWeights weights;
  private final NDManager manager;
  private final long mostTokens;

  /** Contexts, those used last at the end. */
  private final List<Entry> entries = new ArrayList<>();

  private long tokens;
  private long changes;

  /** The keys and values of a context. */
  private static final class Entry {
    private final int[] context;
    private final NDArray keysAndValues;

    private Entry(int[] context, NDArray keysAndValues) {
      this.context = context;
      this.keysAndValues = keysAndValues;
    }

    private int sharedWith(int[] other) {
      int mismatch = Arrays.mismatch(context, other);
      return mismatch < 0 ? context.length : mismatch;
    }
  }

  /**
   * An empty cache.
   *
   * @param mostTokens most tokens kept, over all contexts; 0 for none
   */
  PrefixCache(GenerationWeights weights, long mostTokens) {
    this.weights = weights;
    this.mostTokens = mostTokens;
    manager = weights.newScope();
    changes = weights.changes();
  }

  /**
   * The known part of a prompt; good until the next {@link #keep}.
   *
   * @param length number of its first tokens known; at least its last remains to be read
   * @param keysAndValues where they are; null if none is
   */
  record Match(int length, @Nullable NDArray keysAndValues) {}

  /** The context that shares the longest beginning with a prompt. */
  Match longestMatch(int[] prompt) {
    forgetIfChanged();
    int longest = 0;
    int best = -1;
    for (int i = 0; i < entries.size(); i++) {
      int shared = Math.min(prompt.length - 1, entries.get(i).sharedWith(prompt));
      if (shared > longest) {
        longest = shared;
        best = i;
      }
    }
    if (longest == 0) {
      return new Match(0, null);
    }
    Entry used = entries.remove(best);
    entries.add(used);
    return new Match(longest, used.keysAndValues);
  }

  /** Keeps the keys and values of a row, in place of those of the context's own beginnings. */
  void keep(int[] context, KeyValueCache source, int row) {
    forgetIfChanged();
    if (context.length > mostTokens) {
      return;
    }
    for (int i = entries.size() - 1; i >= 0; i--) {
      if (entries.get(i).sharedWith(context) == entries.get(i).context.length) {
        drop(i);
      }
    }
    entries.add(new Entry(context, source.copyRow(row, context.length, manager)));
    tokens += context.length;
    while (tokens > mostTokens) {
      drop(0);
    }
  }

  private void drop(int index) {
    Entry dropped = entries.remove(index);
    tokens -= dropped.context.length;
    dropped.keysAndValues.close();
  }

  private void forgetIfChanged() {
    if (changes != weights.changes()) {
      forget();
      changes = weights.changes();
    }
  }

  /** Drops all that is kept. */
  void forget() {
    while (!entries.isEmpty()) {
      drop(entries.size() - 1);
    }
  }

  @Override
  public void close() {
    manager.close();
  }
}
