package org.sealflow.nano.warm;

/**
 * The copying exercises before the curriculum.
 *
 * @param steps how many, 0 or more
 * @param rows rows of each, 1 or more
 * @param length tokens of a row, 40 or more
 * @param learningRate reached in a line over all steps
 */
public record CopySettings(int steps, int rows, int length, double learningRate) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public CopySettings {
    if (steps < 0 || rows < 1 || length < 40 || !(learningRate >= 0)) {
      throw new IllegalArgumentException(
          "steps, rows, length and learningRate are "
              + steps
              + ", "
              + rows
              + ", "
              + length
              + " and "
              + learningRate
              + ", expected 0 or more, 1 or more, 40 or more and 0 or more");
    }
  }
}
