package org.sealflow.learn.algorithm;

import java.util.Collections;
import java.util.List;
import org.sealflow.schemas.Tag;

/**
 * The diagnoses of the turns of one episode, as far as weighting needs them.
 *
 * @param tags the tag of each ground-truth turn in order, those of unreached turns being padding;
 *     empty if the episode was not verified
 * @param reachedTurns number of turns that began, 0 to the number of tags
 * @param rootCauseTurns turns where the failure began, ascending, each below {@code reachedTurns};
 *     a failure that only follows from an earlier one is none
 * @param judgements whether the policy acted rightly in each turn, as many as there are tags
 * @param firstTurn the first turn that the policy played itself, from 0: no token of an earlier one
 *     is trained on
 */
public record SampleDiagnosis(
    List<Tag> tags,
    int reachedTurns,
    List<Integer> rootCauseTurns,
    List<TurnOutcome> judgements,
    int firstTurn) {
  /** Nothing diagnosed. */
  public static final SampleDiagnosis NONE = new SampleDiagnosis(List.of(), 0, List.of());

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if more turns were reached than there are, a root cause is
   *     none of them, or there are not as many judgements as turns
   */
  public SampleDiagnosis {
    tags = List.copyOf(tags);
    rootCauseTurns = List.copyOf(rootCauseTurns);
    judgements = List.copyOf(judgements);
    if (reachedTurns < 0 || reachedTurns > tags.size()) {
      throw new IllegalArgumentException(
          reachedTurns + " turns reached, expected 0 to " + tags.size());
    }
    if (judgements.size() != tags.size()) {
      throw new IllegalArgumentException(
          judgements.size() + " judgements, expected one for each of " + tags.size() + " turns");
    }
    for (int turn : rootCauseTurns) {
      if (turn < 0 || turn >= reachedTurns) {
        throw new IllegalArgumentException(
            "root cause in turn " + turn + ", expected one of the " + reachedTurns + " reached");
      }
    }
  }

  /** A diagnosis of an episode that the policy played from its first turn on. */
  public SampleDiagnosis(
      List<Tag> tags,
      int reachedTurns,
      List<Integer> rootCauseTurns,
      List<TurnOutcome> judgements) {
    this(tags, reachedTurns, rootCauseTurns, judgements, 0);
  }

  /** A diagnosis without judgements: no turn is judged. */
  public SampleDiagnosis(List<Tag> tags, int reachedTurns, List<Integer> rootCauseTurns) {
    this(
        tags, reachedTurns, rootCauseTurns, Collections.nCopies(tags.size(), TurnOutcome.UNJUDGED));
  }

  /** Whether a reached turn calls tools where none are wanted. */
  public boolean holdsSpuriousCall() {
    return tags.subList(0, reachedTurns).contains(Tag.SPURIOUS_TOOL_CALL);
  }

  /**
   * The outcome of a reached turn by the benchmark's verdict on it. A turn with a refused call, the
   * root cause and the turn that the episode was cut off in are wrong even if they pass.
   */
  TurnOutcome officialOutcome(int turn) {
    Tag tag = tags.get(turn);
    return switch (tag) {
      case PASS, CORRECT_ABSTENTION ->
          judgements.get(turn) == TurnOutcome.WRONG || rootCauseTurns.contains(turn)
              ? TurnOutcome.WRONG
              : TurnOutcome.RIGHT;
      case CHECKER_ERROR, GT_ERROR -> TurnOutcome.UNJUDGED;
      case SPURIOUS_TOOL_CALL,
          EMPTY_TURN_MODEL_RESPONSE,
          STATE_MISMATCH,
          RESPONSE_MISMATCH,
          INSTANCE_MISMATCH ->
          TurnOutcome.WRONG;
    };
  }
}
