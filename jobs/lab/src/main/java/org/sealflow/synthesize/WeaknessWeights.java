package org.sealflow.synthesize;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sealflow.generate.FamilyTools;
import org.sealflow.generate.FamilyWeights;
import org.sealflow.generate.GeneratorSettings;
import org.sealflow.schemas.Capabilities;

/**
 * Turns weaknesses into a draw: a family is drawn the more often the weaker the tools that it
 * calls, a category the more often the weaker the policy is there. Nothing is left out.
 */
final class WeaknessWeights {
  /** How much more often the weakest family is drawn than one of strong tools alone. */
  private static final int FAMILY_CONTRAST = 99;

  /** How much more often the weakest category is drawn than a strong one. */
  private static final int CATEGORY_CONTRAST = 3;

  private WeaknessWeights() {}

  /** The weights of families. */
  static FamilyWeights families(List<Weakness> weaknesses, FamilyTools families) {
    Map<String, Double> tools = new HashMap<>();
    for (Weakness weakness : weaknesses) {
      for (String tool : weakness.tools()) {
        tools.merge(tool, weakness.weight() / weakness.tools().size(), Double::sum);
      }
    }
    double weakest = largest(tools.values());
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String family : families.families()) {
      double weight =
          largest(families.tools(family).stream().map(t -> tools.getOrDefault(t, 0.0)).toList());
      weights.put(family, scaled(weight, weakest, FAMILY_CONTRAST));
    }
    return new FamilyWeights(weights);
  }

  /** The weights of all four categories, in their order. */
  static Map<String, Integer> categories(List<Weakness> weaknesses) {
    Map<String, Double> found = new HashMap<>();
    for (Weakness weakness : weaknesses) {
      if (!weakness.category().equals(Capabilities.ALL)) {
        found.merge(weakness.category(), weakness.weight(), Double::sum);
      }
    }
    double weakest = largest(found.values());
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String category : GeneratorSettings.CATEGORIES) {
      double weight = found.getOrDefault(category, 0.0);
      weights.put(category, scaled(weight, weakest, CATEGORY_CONTRAST));
    }
    return weights;
  }

  private static double largest(Collection<Double> weights) {
    return weights.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  private static int scaled(double weight, double weakest, int contrast) {
    return weakest == 0 ? 1 : 1 + (int) Math.round(contrast * weight / weakest);
  }
}
