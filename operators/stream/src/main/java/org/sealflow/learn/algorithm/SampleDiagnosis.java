package org.sealflow.learn.algorithm;

import java.util.List;
import org.sealflow.schemas.Tag;

/**
 * What was diagnosed of the turns of one trajectory, as far as weighting asks.
 *
 * @param tags the tag of each ground-truth turn in order, those of unreached turns being padding;
 *     empty where the trajectory was not verified
 * @param reachedTurns number of turns that began, 0 to the number of tags
 * @param rootCauseTurns turns where the failure began, ascending, each below {@code reachedTurns};
 *     a failure that only follows from an earlier one is none
 */
public record SampleDiagnosis(List<Tag> tags, int reachedTurns, List<Integer> rootCauseTurns) {
  /** Nothing diagnosed. */
  public static final SampleDiagnosis NONE = new SampleDiagnosis(List.of(), 0, List.of());

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException where more turns were reached than there are, or a root cause
   *     is none of them
   */
  public SampleDiagnosis {
    tags = List.copyOf(tags);
    rootCauseTurns = List.copyOf(rootCauseTurns);
    if (reachedTurns < 0 || reachedTurns > tags.size()) {
      throw new IllegalArgumentException(
          reachedTurns + " turns reached, expected 0 to " + tags.size());
    }
    for (int turn : rootCauseTurns) {
      if (turn < 0 || turn >= reachedTurns) {
        throw new IllegalArgumentException(
            "root cause in turn " + turn + ", expected one of the " + reachedTurns + " reached");
      }
    }
  }

  /** Whether a reached turn calls tools where none are wanted. */
  public boolean holdsSpuriousCall() {
    return tags.subList(0, reachedTurns).contains(Tag.SPURIOUS_TOOL_CALL);
  }
}
