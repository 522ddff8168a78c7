package org.sealflow.diagnose;

import java.util.Locale;

/** Where in its episode a turn stands, in thirds as SEAL cuts them. */
public enum TurnPosition {
  /** The only turn. */
  ONLY,
  /** In the first third; an episode of two turns has none such. */
  EARLY,
  /** In the second third. */
  MIDDLE,
  /** In the last third. */
  LATE;

  /**
   * The position of a turn: with {@code r = (turn + 1) / turns}, {@code EARLY} up to 1/3, {@code
   * MIDDLE} up to 2/3, else {@code LATE}; {@code ONLY} where there is at most one turn.
   *
   * @param turn index of the turn, from 0 to {@code turns - 1}
   * @param turns number of turns
   * @throws IllegalArgumentException if there is no such turn
   */
  public static TurnPosition of(int turn, int turns) {
    if (turn < 0 || turn >= Math.max(1, turns)) {
      throw new IllegalArgumentException("turn " + turn + " of " + turns + " does not exist");
    }
    if (turns <= 1) {
      return ONLY;
    }
    double share = (turn + 1.0) / turns;
    if (share <= 1.0 / 3) {
      return EARLY;
    }
    return share <= 2.0 / 3 ? MIDDLE : LATE;
  }

  /** The position as SEAL writes it, e.g. {@code early}. */
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
