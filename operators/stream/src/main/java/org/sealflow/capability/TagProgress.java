package org.sealflow.capability;

import java.util.Map;
import java.util.TreeMap;
import org.sealflow.diagnose.TagCell;
import org.sealflow.diagnose.TagWeights;

/**
 * The counts behind the dynamic weights of tags, and the weights. One observation per occurrence of
 * a tag, so that the number of keys is that of the tags.
 *
 * @param total cells by tag, of all versions
 * @param window cells by tag, of the current window of versions
 * @param weights weights by tag after the last update; empty before the first
 * @param steps versions left behind so far
 */
public record TagProgress(
    Map<String, TagCell> total,
    Map<String, TagCell> window,
    Map<String, Double> weights,
    int steps) {
  static final TagProgress BEGIN = new TagProgress(Map.of(), Map.of(), Map.of(), 0);

  /**
   * With more episodes.
   *
   * @param seen their cells by tag, of which each turn counts
   */
  TagProgress observe(Map<String, TagCell> seen) {
    return new TagProgress(sum(total, seen), sum(window, seen), weights, steps);
  }

  private static Map<String, TagCell> sum(Map<String, TagCell> cells, Map<String, TagCell> seen) {
    Map<String, TagCell> next = new TreeMap<>(cells);
    seen.forEach((tag, cell) -> next.merge(tag, cell, TagCell::plus));
    return next;
  }

  /**
   * With a version left behind: one update of the weights, as SEAL makes after each training step
   * and with that step's own episodes. As in its epochs, the window begins anew after the update.
   */
  TagProgress step(WeightSettings settings) {
    Map<String, Double> next =
        settings
            .rule()
            .update(
                new TagWeights(settings.base()),
                new TagWeights(weights),
                window.isEmpty() ? total : window,
                settings.least(),
                settings.greatest())
            .map(TagWeights::byTag)
            .orElse(weights);
    boolean windowIsOver = (steps + 1) % settings.windowSteps() == 0;
    return new TagProgress(total, windowIsOver ? Map.of() : window, next, steps + 1);
  }

  /** The weights that hold now. */
  Map<String, Double> current(WeightSettings settings) {
    return weights.isEmpty() ? settings.base() : weights;
  }
}
