package org.sealflow.generate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.generate.family.GeneratorSplit;

/**
 * Settings of a generator. Two generators of equal settings and sources make equal tasks.
 *
 * @param seed any number
 * @param split which of the sets that never mix
 * @param categories category → weight, at least 1, in order: of as many tasks as the weights add up
 *     to, each category has as many as its weight
 * @param turns how many user turns a task has; in {@link TurnRange#SHORT} most often two, in others
 *     each number as often as any
 * @param randomValueShare how likely a word or name that fills a slot is a random string of letters
 *     and digits instead of one of the lexicon, 0 to 1
 * @param families how often each action family is drawn
 */
public record GeneratorSettings(
    long seed,
    GeneratorSplit split,
    Map<String, Integer> categories,
    TurnRange turns,
    double randomValueShare,
    FamilyWeights families) {
  public static final String BASE = "multi_turn_base";
  public static final String MISS_FUNC = "multi_turn_miss_func";
  public static final String MISS_PARAM = "multi_turn_miss_param";
  public static final String LONG_CONTEXT = "multi_turn_long_context";

  /** All four, in the order of the benchmark. */
  public static final List<String> CATEGORIES = List.of(BASE, MISS_FUNC, MISS_PARAM, LONG_CONTEXT);

  private static final double DEFAULT_RANDOM_SHARE = 0.6;

  public GeneratorSettings {
    categories = new LinkedHashMap<>(categories);
    if (categories.isEmpty()) {
      throw new IllegalArgumentException("no category; give at least one of " + CATEGORIES);
    }
    categories.forEach(GeneratorSettings::requireCategory);
    if (!(randomValueShare >= 0 && randomValueShare <= 1)) {
      throw new IllegalArgumentException(
          "randomValueShare is " + randomValueShare + "; expected 0 to 1");
    }
  }

  /** All families alike. */
  public GeneratorSettings(
      long seed,
      GeneratorSplit split,
      Map<String, Integer> categories,
      TurnRange turns,
      double randomValueShare) {
    this(seed, split, categories, turns, randomValueShare, FamilyWeights.ALIKE);
  }

  private static void requireCategory(String category, int weight) {
    if (!Set.copyOf(CATEGORIES).contains(category)) {
      throw new IllegalArgumentException(
          "no category " + category + "; expected one of " + CATEGORIES);
    }
    if (weight < 1) {
      throw new IllegalArgumentException(
          "category " + category + " has weight " + weight + "; expected at least 1");
    }
  }

  /** All categories alike, up to four turns, six of ten open values random strings. */
  public static GeneratorSettings of(long seed, GeneratorSplit split) {
    return of(seed, split, CATEGORIES);
  }

  /** The named categories alike, else as {@link #of(long, GeneratorSplit)}. */
  public static GeneratorSettings of(long seed, GeneratorSplit split, List<String> categories) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    categories.forEach(category -> weights.put(category, 1));
    return new GeneratorSettings(seed, split, weights, TurnRange.SHORT, DEFAULT_RANDOM_SHARE);
  }

  /** Categories by their weights, else as {@link #of(long, GeneratorSplit)}. */
  public static GeneratorSettings of(long seed, GeneratorSplit split, CategoryWeights categories) {
    return new GeneratorSettings(
        seed, split, categories.byName(), TurnRange.SHORT, DEFAULT_RANDOM_SHARE);
  }

  /** These settings with other numbers of turns. */
  public GeneratorSettings with(TurnRange otherTurns) {
    return new GeneratorSettings(seed, split, categories, otherTurns, randomValueShare, families);
  }

  /** These settings with other weights of families. */
  public GeneratorSettings with(FamilyWeights otherFamilies) {
    return new GeneratorSettings(seed, split, categories, turns, randomValueShare, otherFamilies);
  }

  /** These settings with other weights of categories, at least 1 each. */
  public GeneratorSettings withCategories(Map<String, Integer> otherCategories) {
    return new GeneratorSettings(seed, split, otherCategories, turns, randomValueShare, families);
  }

  /**
   * The settings of the split's fixed set: its tasks 0 to {@link GeneratorSplit#FIXED_TASKS} - 1.
   */
  public static GeneratorSettings fixed(GeneratorSplit split) {
    return of(split.fixedSeed(), split);
  }

  /** The category of the task of an index. */
  String category(long index) {
    long total = categories.values().stream().mapToLong(Integer::longValue).sum();
    long place = index % total;
    for (Map.Entry<String, Integer> category : categories.entrySet()) {
      place -= category.getValue();
      if (place < 0) {
        return category.getKey();
      }
    }
    throw new IllegalStateException("no category at " + index + " of " + categories);
  }

  /** How many tasks of its category come before the task of an index. */
  long rank(long index) {
    long total = categories.values().stream().mapToLong(Integer::longValue).sum();
    long before = 0;
    for (Map.Entry<String, Integer> category : categories.entrySet()) {
      if (index % total < before + category.getValue()) {
        return index / total * category.getValue() + index % total - before;
      }
      before += category.getValue();
    }
    throw new IllegalStateException("no category at " + index + " of " + categories);
  }
}
