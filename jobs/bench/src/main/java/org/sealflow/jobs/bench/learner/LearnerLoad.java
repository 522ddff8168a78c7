package org.sealflow.jobs.bench.learner;

import java.util.SplittableRandom;

/** Random work of a shape. */
final class LearnerLoad {
  /** Learning rate of a training step. */
  static final double RATE = 1e-5;

  /** Norm that gradients are clipped to. */
  static final double LARGEST_NORM = 1;

  private final LearnerShape shape;
  private final int[][] rows;
  private final int[][] prompts;

  private LearnerLoad(LearnerShape shape, int[][] rows, int[][] prompts) {
    this.shape = shape;
    this.rows = rows;
    this.prompts = prompts;
  }

  /** The load of a shape. */
  static LearnerLoad draw(LearnerShape shape, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int vocabulary = shape.config().vocabularySize();
    return new LearnerLoad(
        shape,
        draw(shape.rows(), shape.tokens(), vocabulary, random),
        draw(shape.prompts(), shape.promptTokens(), vocabulary, random));
  }

  private static int[][] draw(int rows, int tokens, int vocabulary, SplittableRandom random) {
    int[][] drawn = new int[rows][];
    for (int row = 0; row < rows; row++) {
      drawn[row] = random.ints(tokens, 0, vocabulary).toArray();
    }
    return drawn;
  }

  /** The shape. */
  LearnerShape shape() {
    return shape;
  }

  /** Token ids of a batch, [row][token]; all but the first of a row are scored. */
  int[][] rows() {
    return rows;
  }

  /** Token ids of prompts, [prompt][token]. */
  int[][] prompts() {
    return prompts;
  }

  /**
   * Derivative of the token-mean objective at the policy that acted, by each log-probability:
   * advantages are 1 and -1 in turn.
   */
  float[][] gradient() {
    float[][] gradient = new float[rows.length][];
    int scored = rows.length * (rows[0].length - 1);
    for (int row = 0; row < rows.length; row++) {
      gradient[row] = new float[rows[row].length];
      for (int token = 1; token < gradient[row].length; token++) {
        gradient[row][token] = (row % 2 == 0 ? -1f : 1f) / scored;
      }
    }
    return gradient;
  }
}
