package org.sealflow.learn.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Continues prompts, many at once, with the policy as it is at that moment. What is drawn for a
 * prompt depends on the prompt and its seed alone, up to the rounding that other companions in the
 * batch, or contexts known from before, bring about. One thread at a time, and not while the model
 * trains.
 */
public final class Generator implements AutoCloseable {
  /** Tokens that caches grow by, so that memory follows what is really sampled. */
  private static final int ROOM = 128;

  private final PolicyModel model;
  private final Set<Integer> stopTokens;
  private final PrefixCache prefixes;

  /**
   * A generator.
   *
   * @param stopTokens tokens that end a continuation
   * @param keptTokens most tokens whose keys and values are kept from call to call, so that an
   *     episode's next step reads only what is new; 0 for none
   */
  public Generator(PolicyModel model, Set<Integer> stopTokens, long keptTokens) {
    this.model = model;
    this.stopTokens = Set.copyOf(stopTokens);
    prefixes = new PrefixCache(model, keptTokens);
  }

  /**
   * Continues prompts.
   *
   * @return the continuations, in the order of the requests
   * @throws IllegalArgumentException where a prompt fills the context, or holds an unknown token
   */
  public List<Generation> generate(List<GenerationRequest> requests) {
    List<GenerationRow> rows = new ArrayList<>();
    for (GenerationRequest request : requests) {
      check(request.prompt());
      rows.add(new GenerationRow(request, model.options().contextLength()));
    }
    if (!rows.isEmpty()) {
      List<int[]> prompts = requests.stream().map(GenerationRequest::prompt).toList();
      try (KeyValueCache cache = new Prefill(model, prefixes).run(prompts, ROOM)) {
        decode(rows, cache);
      }
    }
    return rows.stream().map(GenerationRow::result).toList();
  }

  private void check(int[] prompt) {
    int contextLength = model.options().contextLength();
    if (prompt.length >= contextLength) {
      throw new IllegalArgumentException(
          "a prompt has "
              + prompt.length
              + " tokens, expected fewer than the context length "
              + contextLength);
    }
    TokenBatch.of(TokenSequence.allScored(prompt))
        .check(model.config().vocabularySize(), contextLength);
  }

  private void decode(List<GenerationRow> rows, KeyValueCache cache) {
    List<GenerationRow> inCache = new ArrayList<>(rows);
    int open = inCache.size();
    while (open > 0) {
      step(inCache, cache);
      open = (int) inCache.stream().filter(row -> !row.isFinished()).count();
      if (open > 0) {
        makeRoom(inCache, open, cache);
      }
    }
  }

  /** Samples a token for each open row; finished ones are only carried along. */
  private void step(List<GenerationRow> rows, KeyValueCache cache) {
    long[] ids = rows.stream().mapToLong(GenerationRow::lastToken).toArray();
    long[] starts = rows.stream().mapToLong(GenerationRow::position).toArray();
    int span = 1 + rows.stream().mapToInt(GenerationRow::position).max().orElse(0);
    try (NDManager scope = cache.newScope()) {
      Draw draw = new Draw(rows, model.config().vocabularySize(), scope);
      List<NDArray> sampled =
          model
              .transformer()
              .decode(
                  scope.create(ids),
                  scope.create(starts),
                  span,
                  model.policyWeights(),
                  cache,
                  draw,
                  scope);
      append(rows, sampled.get(0).toLongArray(), sampled.get(1).toFloatArray(), cache);
    }
  }

  private void append(
      List<GenerationRow> rows, long[] tokens, float[] logProbs, KeyValueCache cache) {
    for (int i = 0; i < rows.size(); i++) {
      GenerationRow row = rows.get(i);
      if (!row.isFinished()) {
        row.append((int) tokens[i], logProbs[i], stopTokens);
        if (row.isFinished()) {
          prefixes.keep(row.tokensRead(), cache, i);
        }
      }
    }
  }

  /** Drops finished rows once they are half of all, and grows the cache before it is full. */
  private static void makeRoom(List<GenerationRow> rows, int open, KeyValueCache cache) {
    int needed = 1 + rows.stream().mapToInt(GenerationRow::position).max().orElse(0);
    boolean full = needed > cache.capacity();
    if (!full && 2 * open > rows.size()) {
      return;
    }
    List<Long> kept = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).isFinished()) {
        kept.add((long) i);
      }
    }
    rows.removeIf(GenerationRow::isFinished);
    int capacity = full ? needed + ROOM : cache.capacity();
    cache.selectRows(kept.stream().mapToLong(Long::longValue).toArray(), capacity);
  }

  @Override
  public void close() {
    prefixes.close();
  }
}
