package org.sealflow.diagnose;

import java.io.Serializable;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.Tags;

/**
 * SEAL's utility weights rho of tags (arXiv 2605.24426, equation 11 and table 6): how much a turn
 * of that tag is to count in the advantage of its trajectory.
 *
 * @param byTag weight by name of the tag, each finite and from 0; tags not named weigh 1
 */
public record TagWeights(Map<String, Double> byTag) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The weights of the release. */
  public static final TagWeights SEAL =
      new TagWeights(
          Map.of(
              "spurious_tool_call", 2.0,
              "correct_abstention", 1.8,
              "empty_turn_model_response", 1.5,
              "state_mismatch", 1.0,
              "response_mismatch", 0.9,
              "instance_mismatch", 0.6,
              "pass", 1.0));

  /** No weight for any tag: every one weighs 1. */
  public static final TagWeights NONE = new TagWeights(Map.of());

  private static final Set<Tag> EXCLUDED =
      Collections.unmodifiableSet(EnumSet.of(Tag.CHECKER_ERROR, Tag.GT_ERROR));

  /**
   * Checks and copies the weights, sorted by name.
   *
   * @throws IllegalArgumentException if a weight is negative or not finite
   */
  public TagWeights {
    byTag = Collections.unmodifiableMap(new TreeMap<>(byTag));
    byTag.forEach(
        (tag, weight) -> {
          if (!Double.isFinite(weight) || weight < 0) {
            throw new IllegalArgumentException(
                "weight of " + tag + " is " + weight + ", expected a finite number from 0");
          }
        });
  }

  /** Whether the tag says nothing about the policy and is left out of every weight. */
  public static boolean isExcluded(Tag tag) {
    return EXCLUDED.contains(tag);
  }

  /** Whether the tag of that name says nothing about the policy. */
  static boolean isExcluded(String tag) {
    return EXCLUDED.stream().anyMatch(excluded -> Tags.lowerCase(excluded).equals(tag));
  }

  /** The weight of the tag of that name, 1 where none is set. */
  public double of(String tag) {
    return byTag.getOrDefault(tag, 1.0);
  }

  /** The weight of the tag, 1 where none is set. */
  public double of(Tag tag) {
    return of(Tags.lowerCase(tag));
  }

  /** These weights, with those of the other in their place where both name a tag. */
  public TagWeights with(TagWeights others) {
    Map<String, Double> both = new TreeMap<>(byTag);
    both.putAll(others.byTag);
    return new TagWeights(both);
  }

  /**
   * The weight of a trajectory (equation 11): {@code w = clip(mean of the weights of its effective
   * tags, least, greatest)}. Excluded tags are dropped from numerator and denominator; a trajectory
   * without effective tags weighs 1.
   *
   * @param tags the tag of each turn
   * @param least lower bound, SEAL's 0.5
   * @param greatest upper bound, SEAL's 2.0
   */
  public double scale(List<Tag> tags, double least, double greatest) {
    double sum = 0;
    int effective = 0;
    for (Tag tag : tags) {
      if (!isExcluded(tag)) {
        sum += of(tag);
        effective++;
      }
    }
    return effective == 0 ? 1 : Math.min(greatest, Math.max(least, sum / effective));
  }
}
