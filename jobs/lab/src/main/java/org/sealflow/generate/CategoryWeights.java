package org.sealflow.generate;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The frequency of each category among tasks: of as many tasks as the weights add up to, each
 * category has as many as its weight.
 *
 * @param base weight of plain tasks, 0 or more
 * @param missFunc of tasks that withhold a function at first
 * @param missParam of tasks that withhold a value at first
 * @param longContext of tasks among many files and records
 */
public record CategoryWeights(int base, int missFunc, int missParam, int longContext) {
  /**
   * Checks that they can be used.
   *
   * @throws IllegalArgumentException if one is negative or none is positive
   */
  public CategoryWeights {
    if (Math.min(Math.min(base, missFunc), Math.min(missParam, longContext)) < 0
        || base + missFunc + missParam + longContext == 0) {
      throw new IllegalArgumentException(
          "base, missFunc, missParam and longContext are "
              + base
              + ", "
              + missFunc
              + ", "
              + missParam
              + " and "
              + longContext
              + ", expected whole numbers of 0 or more, one of them positive");
    }
  }

  /** All categories alike. */
  public static CategoryWeights alike() {
    return new CategoryWeights(1, 1, 1, 1);
  }

  /** The weights by the generator's names of the categories, those of 0 left out. */
  public Map<String, Integer> byName() {
    Map<String, Integer> weights = new LinkedHashMap<>();
    weights.put(GeneratorSettings.BASE, base);
    weights.put(GeneratorSettings.MISS_FUNC, missFunc);
    weights.put(GeneratorSettings.MISS_PARAM, missParam);
    weights.put(GeneratorSettings.LONG_CONTEXT, longContext);
    weights.values().removeIf(weight -> weight == 0);
    return weights;
  }
}
