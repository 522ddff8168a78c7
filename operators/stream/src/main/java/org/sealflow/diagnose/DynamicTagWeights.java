package org.sealflow.diagnose;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;

/**
 * SEAL's rule by which the weights of tags follow what is observed, one update per training step.
 * The paper calls the weights fixed; the rule stands in the release. With base weight b of a tag, n
 * its observations and N those of all tags that are not excluded:
 *
 * <pre>
 * target = clip(b * (1 + alpha * n/N * (1 - rewardMean) * min(1, n/confidenceSamples)), least, greatest)
 * weight = (1 - beta) * previous + beta * target        previous is b at first; not clipped again
 * </pre>
 *
 * The target of {@code pass} is b, that of an excluded tag 1, both clipped.
 *
 * @param beta share of the target in the new weight, taken as 0 to 1; SEAL's 0.25
 * @param prevalenceAlpha how strongly frequent failures gain weight; SEAL's 1
 * @param confidenceSamples observations from which on a tag counts fully, taken as 1 or more;
 *     SEAL's 32
 */
public record DynamicTagWeights(double beta, double prevalenceAlpha, int confidenceSamples) {
  /** The rule as the release sets it. */
  public static final DynamicTagWeights SEAL = new DynamicTagWeights(0.25, 1, 32);

  /** Takes the share and the confidence into their ranges, as the release does. */
  public DynamicTagWeights {
    if (!Double.isFinite(beta) || !Double.isFinite(prevalenceAlpha)) {
      throw new IllegalArgumentException(
          "beta is %s and prevalenceAlpha %s, expected finite numbers"
              .formatted(beta, prevalenceAlpha));
    }
    beta = Math.min(1, Math.max(0, beta));
    confidenceSamples = Math.max(1, confidenceSamples);
  }

  /**
   * The weights after one more step.
   *
   * @param base the weights as set, the same at every step
   * @param previous the outcome of the last update; {@link TagWeights#NONE} before the first
   * @param observed cells by tag: of the window, or of all where the window is empty, see {@link
   *     #source}
   * @param least lower bound of a target
   * @param greatest upper bound of a target
   * @return the weights to use and to remember; empty if nothing was observed, and then the base
   *     weights hold and the previous ones stay remembered
   */
  public Optional<TagWeights> update(
      TagWeights base,
      TagWeights previous,
      Map<String, TagCell> observed,
      double least,
      double greatest) {
    long observations = observations(observed);
    if (observations <= 0) {
      return Optional.empty();
    }
    Set<String> tags = new TreeSet<>(base.byTag().keySet());
    tags.addAll(observed.keySet());
    tags.addAll(previous.byTag().keySet());
    Map<String, Double> next = new TreeMap<>();
    for (String tag : tags) {
      TagCell cell = observed.getOrDefault(tag, TagCell.EMPTY);
      double target = target(tag, base.of(tag), cell, observations);
      double clipped = Math.min(greatest, Math.max(least, target));
      double before = previous.byTag().getOrDefault(tag, base.of(tag));
      next.put(tag, (1 - beta) * before + beta * clipped);
    }
    return Optional.of(new TagWeights(next));
  }

  /** The cells an update looks at: those of the window, or of all where the window is empty. */
  public static Map<String, TagCell> source(TagCells window, TagCells total) {
    return window.tags().isEmpty() ? total.tags() : window.tags();
  }

  private static long observations(Map<String, TagCell> observed) {
    return observed.entrySet().stream()
        .filter(entry -> !TagWeights.isExcluded(entry.getKey()))
        .mapToLong(entry -> entry.getValue().count())
        .sum();
  }

  private double target(String tag, double base, TagCell cell, long observations) {
    if (TagWeights.isExcluded(tag)) {
      return 1;
    }
    if (tag.equals(Tags.lowerCase(Tag.PASS))) {
      return base;
    }
    double prevalence = (double) cell.count() / observations;
    double stagnation = 1 - cell.rewardMean();
    double confidence = Math.min(1, (double) cell.count() / confidenceSamples);
    return base * (1 + prevalenceAlpha * prevalence * stagnation * confidence);
  }
}
