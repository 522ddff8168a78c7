package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads prompts into rows of a cache: each distinct one once, in chunks, all but its last token,
 * which is the first to be decoded. Beginnings known from before are copied instead of read.
 */
final class Prefill {
  /** Most tokens of a row read at once. */
  static final int ROW_TOKENS = 512;

  /** Most tokens of all rows together read at once. */
  private static final int CALL_TOKENS = 4096;

  /**
   * Most padding of rows read together, beside a quarter of what is really read: what another call
   * costs, in tokens.
   */
  private static final int PADDING = 64;

  private final GenerationWeights weights;
  private final PrefixCache prefixes;
  private long tokensRead;

  /** A prompt, and how many of its tokens have been read. */
  private static final class Prompt {
    private final int[] tokens;
    private final PrefixCache.Match known;
    private int read;
    private int row;

    private Prompt(int[] tokens, PrefixCache.Match known) {
      this.tokens = tokens;
      this.known = known;
      read = known.length();
    }

    private int left() {
      return tokens.length - 1 - read;
    }
  }

  Prefill(GenerationWeights weights, PrefixCache prefixes) {
    this.weights = weights;
    this.prefixes = prefixes;
  }

  /** Tokens read so far; those known from before do not count. */
  long tokensRead() {
    return tokensRead;
  }

  /**
   * Reads prompts into the rows from one on, as many as there are prompts.
   *
   * @param cache has room for these rows, and for every token of a prompt
   * @return the row of each prompt
   */
  int[] run(List<int[]> prompts, KeyValueCache cache, int firstRow) {
    Map<List<Integer>, Prompt> distinct = new LinkedHashMap<>();
    List<Prompt> wanted = new ArrayList<>();
    for (int[] tokens : prompts) {
      List<Integer> key = Arrays.stream(tokens).boxed().toList();
      wanted.add(
          distinct.computeIfAbsent(
              key, unseen -> new Prompt(tokens, prefixes.longestMatch(tokens))));
    }
    read(new ArrayList<>(distinct.values()), cache, firstRow);
    return repeat(wanted, cache, firstRow + distinct.size());
  }

  /** Prompts with about as much left stand side by side, so that little is padding. */
  private void read(List<Prompt> prompts, KeyValueCache cache, int firstRow) {
    prompts.sort(Comparator.comparingInt(Prompt::left));
    int row = firstRow;
    for (Prompt prompt : prompts) {
      prompt.row = row++;
      tokensRead += prompt.left();
      NDArray known = prompt.known.keysAndValues();
      if (known != null) {
        cache.restoreRow(prompt.row, known, prompt.known.length());
      }
    }
    int first = 0;
    while (first < prompts.size()) {
      int end = groupEnd(prompts, first);
      List<Prompt> group = prompts.subList(first, end);
      while (longestLeft(group) > 0) {
        readChunk(group, cache);
      }
      first = end;
    }
  }

  /** Behind the last prompt that is read together with the first one; what is left rises. */
  private static int groupEnd(List<Prompt> prompts, int first) {
    int end = first;
    long wanted = 0;
    while (end < prompts.size()) {
      int left = prompts.get(end).left();
      wanted += left;
      long padded = (long) (end + 1 - first) * left;
      boolean tooLarge = (long) (end + 1 - first) * Math.min(ROW_TOKENS, left) > CALL_TOKENS;
      if (end > first && (tooLarge || padded - wanted > PADDING + wanted / 4)) {
        return end;
      }
      end++;
    }
    return end;
  }

  private static int longestLeft(List<Prompt> group) {
    return group.stream().mapToInt(Prompt::left).max().orElse(0);
  }

  private void readChunk(List<Prompt> group, KeyValueCache cache) {
    int length = Math.min(ROW_TOKENS, longestLeft(group));
    long[] ids = new long[group.size() * length];
    long[] starts = new long[group.size()];
    int span = 0;
    for (int i = 0; i < group.size(); i++) {
      Prompt prompt = group.get(i);
      starts[i] = prompt.read;
      int count = Math.min(length, prompt.left());
      for (int j = 0; j < count; j++) {
        ids[i * length + j] = prompt.tokens[prompt.read + j];
      }
      prompt.read += count;
      span = Math.max(span, prompt.read);
    }
    try (NDManager scope = cache.newScope()) {
      weights
          .base()
          .transformer()
          .extend(
              scope.create(ids, new Shape(group.size(), length)),
              group.get(0).row,
              scope.create(starts),
              span,
              weights.script(),
              cache);
    }
  }

  /** Prompts that occur again get copies of the row that was read. */
  private static int[] repeat(List<Prompt> wanted, KeyValueCache cache, int firstFree) {
    boolean[] taken = new boolean[cache.rows()];
    int[] rows = new int[wanted.size()];
    List<Integer> sources = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    int longest = 0;
    for (int i = 0; i < rows.length; i++) {
      Prompt prompt = wanted.get(i);
      rows[i] = prompt.row;
      if (taken[prompt.row]) {
        rows[i] = firstFree + targets.size();
        sources.add(prompt.row);
        targets.add(rows[i]);
        longest = Math.max(longest, prompt.tokens.length - 1);
      }
      taken[prompt.row] = true;
    }
    if (!targets.isEmpty()) {
      cache.copyRows(sources, targets, longest);
    }
    return rows;
  }
}
