package org.sealflow.generate;

/**
 * The number of user turns of a task; the categories with a missing tool or value have one more.
 *
 * @param fewest from 1
 * @param most from {@code fewest} to 8
 */
public record TurnRange(int fewest, int most) {
  /** One to four turns, most often two: 30, 45, 20 and 5 of a hundred tasks. */
  public static final TurnRange SHORT = new TurnRange(1, 4);

  private static final int MOST = 8;

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is empty or leaves 1 to 8
   */
  public TurnRange {
    if (fewest < 1 || most < fewest || most > MOST) {
      throw new IllegalArgumentException(
          "turns are %d to %d, expected a range within 1 to %d".formatted(fewest, most, MOST));
    }
  }
}
