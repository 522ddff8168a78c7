package org.sealflow.bfcl.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.environment.Tag;

/**
 * The output of SEAL's per-turn scorer on a fresh world (tasks-and-checker.md 5.3). The lists have
 * one entry per ground-truth turn; {@code errors} can be longer.
 *
 * @param valid per turn whether it passed, null if the ground truth abstains
 * @param irrelevance per turn 1.0 or 0.0 if the ground truth abstains, else null
 * @param terminatedEarly whether the result has fewer turns than the ground truth
 * @param errors one entry per turn, null if nothing failed
 * @param error why nothing was scored, else null
 */
public record SealScore(
    List<@Nullable Boolean> valid,
    List<@Nullable Double> irrelevance,
    List<Tag> tags,
    boolean terminatedEarly,
    List<@Nullable String> errors,
    @Nullable String error) {

  /**
   * The score of judged turns.
   *
   * @param turnsExpected how many the ground truth has
   * @param turnsGiven how many the policy's result has
   */
  static SealScore of(List<TurnPass> turns, int turnsExpected, int turnsGiven) {
    List<@Nullable Boolean> valid = new ArrayList<>();
    List<@Nullable Double> irrelevance = new ArrayList<>();
    List<Tag> tags = new ArrayList<>();
    List<@Nullable String> errors = new ArrayList<>();
    for (TurnPass turn : turns) {
      boolean abstains = turn.truth().isEmpty();
      valid.add(abstains ? null : (Boolean) (turn.tag() == Tag.PASS));
      irrelevance.add(
          abstains ? (Double) (turn.tag() == Tag.CORRECT_ABSTENTION ? 1.0 : 0.0) : null);
      tags.add(turn.tag());
      errors.add(error(turn, abstains));
    }
    return new SealScore(valid, irrelevance, tags, turnsGiven < turnsExpected, errors, null);
  }

  private static @Nullable String error(TurnPass turn, boolean abstains) {
    TurnPass.CheckerException exception = turn.checkerException();
    if (exception != null) {
      return exception.checker() + "_checker_error: " + exception.text();
    }
    return abstains || turn.tag() == Tag.PASS ? null : turn.tag().label();
  }

  /** The scorer's answer to a result that is no list of turns. */
  public static SealScore notAList() {
    return new SealScore(
        List.of(), List.of(), List.of(), true, List.of(), "model_result is not a list");
  }

  /** Turns that passed. */
  public int passed() {
    int passed = 0;
    for (Boolean turn : valid) {
      passed += turn != null && turn ? 1 : 0;
    }
    return passed;
  }

  /** Turns in which the ground truth makes a call. */
  public int scorable() {
    int scorable = 0;
    for (Boolean turn : valid) {
      scorable += turn == null ? 0 : 1;
    }
    return scorable;
  }

  /** Turns in which the policy rightly made no call. */
  public int abstained() {
    int abstained = 0;
    for (Double turn : irrelevance) {
      abstained += turn != null && turn == 1.0 ? 1 : 0;
    }
    return abstained;
  }

  /** Turns in which the ground truth makes no call. */
  public int irrelevant() {
    int irrelevant = 0;
    for (Double turn : irrelevance) {
      irrelevant += turn == null ? 0 : 1;
    }
    return irrelevant;
  }

  /** passed / scorable, 0 if nothing is scorable. */
  public double progress() {
    return scorable() == 0 ? 0 : (double) passed() / scorable();
  }

  /** (passed + abstained) / (scorable + irrelevant), 0 if the denominator is. */
  public double progressWithIrrelevance() {
    int turns = scorable() + irrelevant();
    return turns == 0 ? 0 : (double) (passed() + abstained()) / turns;
  }
}
