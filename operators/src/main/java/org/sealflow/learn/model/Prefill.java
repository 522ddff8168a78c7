package org.sealflow.learn.model;

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
 * Reads prompts into a cache: each distinct one once, in chunks, all but its last token, which is
 * the first to be decoded. Beginnings known from before are copied instead of read.
 */
final class Prefill {
  /** Most tokens of a row read at once. */
  static final int ROW_TOKENS = 512;

  /** Most tokens of all rows together read at once. */
  private static final int CALL_TOKENS = 4096;

  private final PolicyModel model;
  private final PrefixCache prefixes;

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

  Prefill(PolicyModel model, PrefixCache prefixes) {
    this.model = model;
    this.prefixes = prefixes;
  }

  /**
   * A cache of which row i holds prompt i.
   *
   * @param room tokens that the longest row can still take
   */
  KeyValueCache run(List<int[]> prompts, int room) {
    Map<List<Integer>, Prompt> distinct = new LinkedHashMap<>();
    List<Prompt> wanted = new ArrayList<>();
    for (int[] tokens : prompts) {
      List<Integer> key = Arrays.stream(tokens).boxed().toList();
      wanted.add(
          distinct.computeIfAbsent(
              key, unseen -> new Prompt(tokens, prefixes.longestMatch(tokens))));
    }
    int longest = prompts.stream().mapToInt(tokens -> tokens.length).max().orElse(0);
    KeyValueCache cache = new KeyValueCache(model, distinct.size(), longest + ROW_TOKENS);
    try {
      read(new ArrayList<>(distinct.values()), cache);
      cache.selectRows(wanted.stream().mapToLong(prompt -> prompt.row).toArray(), longest + room);
      return cache;
    } catch (RuntimeException e) {
      cache.close();
      throw e;
    }
  }

  /** Prompts with about as much left stand side by side, so that little is padding. */
  private void read(List<Prompt> prompts, KeyValueCache cache) {
    prompts.sort(Comparator.comparingInt(Prompt::left));
    for (int row = 0; row < prompts.size(); row++) {
      Prompt prompt = prompts.get(row);
      prompt.row = row;
      NDArray known = prompt.known.keysAndValues();
      if (known != null) {
        cache.restoreRow(row, known, prompt.known.length());
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

  private static int groupEnd(List<Prompt> prompts, int first) {
    int end = first + 1;
    while (end < prompts.size()
        && (end + 1 - first) * Math.min(ROW_TOKENS, prompts.get(end).left()) <= CALL_TOKENS) {
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
      span = Math.max(span, prompt.read + length);
      int count = Math.min(length, prompt.left());
      for (int j = 0; j < count; j++) {
        ids[i * length + j] = prompt.tokens[prompt.read + j];
      }
      prompt.read += count;
    }
    try (NDManager scope = cache.newScope()) {
      model
          .transformer()
          .extend(
              scope.create(ids, new Shape(group.size(), length)),
              group.get(0).row,
              scope.create(starts),
              span,
              model.policyWeights(),
              cache);
    }
  }
}
