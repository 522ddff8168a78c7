package org.sealflow.nano.warm;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Rows of random tokens in which two strings come back again and again, with up to two other tokens
 * between: what comes next can only be known by copying. Teaches the copying circuit every token of
 * the vocabulary.
 */
final class CopyExercise {
  private static final int SHORTEST = 3;
  private static final int LONGEST = 13;

  private final int firstToken;
  private final int vocabularySize;

  /**
   * An exercise.
   *
   * @param firstToken the smallest token used; those before are special
   * @param vocabularySize one more than the largest
   */
  CopyExercise(int firstToken, int vocabularySize) {
    this.firstToken = firstToken;
    this.vocabularySize = vocabularySize;
  }

  /**
   * Draws rows.
   *
   * @param length tokens of each, enough for both strings once and more
   */
  List<Example> draw(int rows, int length, RandomGenerator random) {
    if (length < 1 + 3 * LONGEST) {
      throw new IllegalArgumentException(
          "rows of "
              + length
              + " tokens are too short, expected "
              + (1 + 3 * LONGEST)
              + " or more");
    }
    List<Example> drawn = new ArrayList<>(rows);
    for (int row = 0; row < rows; row++) {
      drawn.add(draw(length, random));
    }
    return drawn;
  }

  private Example draw(int length, RandomGenerator random) {
    int[] tokens = random.ints(length, firstToken, vocabularySize).toArray();
    float[] weights = new float[length];
    int size = random.nextInt(SHORTEST, LONGEST + 1);
    int at = 1 + 2 * size + random.nextInt(4);
    while (at < length) {
      int start = 1 + size * random.nextInt(2);
      int end = Math.min(at + size, length);
      for (int i = at; i < end; i++) {
        tokens[i] = tokens[start + i - at];
        // The first token of a string could be that of either.
        weights[i] = i == at ? 0 : 1;
      }
      at = end + random.nextInt(3);
    }
    return new Example(tokens, weights);
  }
}
