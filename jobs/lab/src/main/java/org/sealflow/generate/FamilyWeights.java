package org.sealflow.generate;

import java.util.Map;
import java.util.TreeMap;
import org.sealflow.generate.family.Families;
import org.sealflow.generate.family.Family;

/**
 * The frequency of each action family, beside others.
 *
 * @param byFamily family → weight, 1 to {@link #MOST}; a family without one has weight 1. Empty:
 *     all alike, which draws the same tasks as a generator that knows no weights
 */
public record FamilyWeights(Map<String, Integer> byFamily) {
  /** All families alike. */
  public static final FamilyWeights ALIKE = new FamilyWeights(Map.of());

  /** The largest weight; no sum of all weights leaves the range of numbers. */
  public static final int MOST = 1_000;

  /**
   * Checks the weights.
   *
   * @throws IllegalArgumentException if there is no such family, or a weight is out of its range
   */
  public FamilyWeights {
    byFamily = new TreeMap<>(byFamily);
    byFamily.forEach(FamilyWeights::require);
  }

  private static void require(String family, int weight) {
    if (Families.all().stream().noneMatch(known -> known.id().equals(family))) {
      throw new IllegalArgumentException(
          "no action family " + family + ", expected one such as " + Families.all().get(0).id());
    }
    if (weight < 1 || weight > MOST) {
      throw new IllegalArgumentException(
          "family %s has weight %d, expected 1 to %d".formatted(family, weight, MOST));
    }
  }

  boolean areAlike() {
    return byFamily.isEmpty();
  }

  int weight(Family family) {
    return byFamily.getOrDefault(family.id(), 1);
  }
}
