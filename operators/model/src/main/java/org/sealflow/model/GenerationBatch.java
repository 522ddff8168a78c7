package org.sealflow.model;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Continuations being sampled together, a token each per step. Others may join and leave between
 * two steps. What is drawn for a prompt depends on the prompt and its seed alone, up to the
 * rounding that companions in the batch, or contexts known from before, bring about. One thread at
 * a time.
 */
public final class GenerationBatch implements AutoCloseable {
  private final GenerationWeights weights;
  private final int contextLength;
  private final PrefixCache prefixes;
  private final Prefill prefill;

  /** By the lengths that they have room for; none is empty. */
  private final TreeMap<Integer, LengthGroup> groups = new TreeMap<>();

  private @Nullable Line line;
  private long tokensSampled;

  /**
   * All continuations in a line, group after group, until anything changes about them but their
   * tokens.
   *
   * @param groups where they stand
   * @param rows the continuations
   * @param caches those of the groups
   * @param choice how their tokens are chosen
   * @param owner owns what the choice needs
   */
  private record Line(
      List<LengthGroup> groups,
      List<GenerationRow> rows,
      KeyValueCache caches,
      Draw.Choice choice,
      NDManager owner)
      implements AutoCloseable {
    @Override
    public void close() {
      caches.close();
      owner.close();
    }
  }

  /**
   * An empty batch.
   *
   * @param weights what to sample from; not closed with the batch
   * @param keptTokens most tokens whose keys and values are kept when their continuation has ended,
   *     so that an episode's next step reads only what is new; 0 for none
   */
  public GenerationBatch(GenerationWeights weights, long keptTokens) {
    this.weights = weights;
    contextLength = weights.base().options().contextLength();
    prefixes = new PrefixCache(weights, keptTokens);
    prefill = new Prefill(weights, prefixes);
  }

  /** Number of continuations that have not ended. */
  public int size() {
    return groups.values().stream().mapToInt(group -> group.rows().size()).sum();
  }

  /** Tokens sampled so far. */
  public long tokensSampled() {
    return tokensSampled;
  }

  /** Tokens of prompts read so far; those known from before do not count. */
  public long tokensRead() {
    return prefill.tokensRead();
  }

  /**
   * Reads prompts and takes their continuations up.
   *
   * @param requests checked against the model before
   * @return the continuations, in the order of the requests
   */
  public List<GenerationRow> add(List<GenerationRequest> requests) {
    List<GenerationRow> added = new ArrayList<>();
    Map<Integer, List<GenerationRow>> byCapacity = new TreeMap<>();
    for (GenerationRequest request : requests) {
      GenerationRow row = new GenerationRow(request, contextLength);
      added.add(row);
      byCapacity.computeIfAbsent(capacity(row), unseen -> new ArrayList<>()).add(row);
    }
    closeLine();
    byCapacity.forEach((capacity, rows) -> group(capacity, rows.size()).add(rows, prefill));
    return List.copyOf(added);
  }

  /** Room for the tokens that have been read and the next. */
  private int capacity(GenerationRow row) {
    return LengthGroup.capacity(row.position() + 1, contextLength);
  }

  /** The group of a capacity, with room for so many more rows. */
  private LengthGroup group(int capacity, int more) {
    LengthGroup present = groups.get(capacity);
    if (present == null) {
      present = new LengthGroup(weights, more, capacity);
      groups.put(capacity, present);
    } else {
      present.reserve(more);
    }
    return present;
  }

  /** Samples a token for each continuation. Those that end with it are in the batch no more. */
  public void step() {
    if (groups.isEmpty()) {
      return;
    }
    moveGrown();
    Line all = line();
    try (NDManager scope = all.caches().newScope()) {
      List<NDArray> sampled = decode(all, scope);
      append(all, sampled.get(0).toLongArray(), sampled.get(1).toFloatArray());
    }
    drop(GenerationRow::isFinished);
  }

  /** Moves continuations that have outgrown their group to the next. */
  private void moveGrown() {
    for (LengthGroup group : List.copyOf(groups.values())) {
      int capacity = group.cache().capacity();
      if (group.span() > capacity) {
        closeLine();
        for (int i = 0; i < group.rows().size(); i++) {
          if (group.rows().get(i).position() >= capacity) {
            group(capacity(group.rows().get(i)), 1).take(group, i);
          }
        }
        group.remove(row -> row.position() >= capacity);
      }
    }
    closeEmpty();
  }

  private void closeEmpty() {
    groups
        .values()
        .removeIf(
            group -> {
              boolean empty = group.rows().isEmpty();
              if (empty) {
                group.close();
              }
              return empty;
            });
  }

  private Line line() {
    Line present = line;
    if (present == null) {
      List<LengthGroup> all = List.copyOf(groups.values());
      List<GenerationRow> rows = all.stream().flatMap(group -> group.rows().stream()).toList();
      NDManager owner = weights.newScope();
      present =
          new Line(
              all,
              rows,
              KeyValueCache.joined(weights, all.stream().map(LengthGroup::cache).toList()),
              Draw.Choice.of(rows, weights.base().config().vocabularySize(), owner),
              owner);
      line = present;
    }
    return present;
  }

  private void closeLine() {
    if (line != null) {
      line.close();
      line = null;
    }
  }

  private List<NDArray> decode(Line all, NDManager scope) {
    List<GenerationRow> rows = all.rows();
    long[] ids = rows.stream().mapToLong(GenerationRow::lastToken).toArray();
    long[] starts = rows.stream().mapToLong(GenerationRow::position).toArray();
    int span = all.groups().stream().mapToInt(LengthGroup::span).max().orElse(0);
    return weights
        .base()
        .transformer()
        .decode(
            scope.create(ids),
            scope.create(starts),
            span,
            weights.script(),
            all.caches(),
            new Draw(rows, all.groups(), all.choice(), scope),
            scope);
  }

  private void append(Line all, long[] tokens, float[] logProbs) {
    tokensSampled += tokens.length;
    int next = 0;
    for (LengthGroup group : all.groups()) {
      for (int i = 0; i < group.rows().size(); i++, next++) {
        GenerationRow row = group.rows().get(i);
        row.append((int) tokens[next], logProbs[next]);
        if (row.isFinished()) {
          prefixes.keep(row.tokensRead(), group.cache(), i);
        }
      }
    }
  }

  /** Lets continuations go: those that nobody waits for. */
  public void drop(Predicate<GenerationRow> unwanted) {
    boolean any = false;
    for (LengthGroup group : groups.values()) {
      any |= group.remove(unwanted);
    }
    if (any) {
      closeLine();
      closeEmpty();
    }
  }

  /** Forgets the contexts kept: nothing that joins could be of use of them. */
  public void forgetKept() {
    prefixes.forget();
  }

  @Override
  public void close() {
    closeLine();
    groups.values().forEach(LengthGroup::close);
    groups.clear();
    prefixes.close();
  }
}
