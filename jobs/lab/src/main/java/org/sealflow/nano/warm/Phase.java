package org.sealflow.nano.warm;

import org.sealflow.generate.CategoryWeights;

/**
 * A part of the curriculum.
 *
 * @param tokens tokens read in it; 0 leaves it out
 * @param learningRate at its beginning; from there it changes in a line
 * @param finalLearningRate at its end
 * @param shortLists share of the episodes in which few of the tools are shown: those used and some
 *     others
 * @param patched share of the episodes that show patches (cues, hints and guidelines), so that the
 *     policy learns to read them
 * @param recovery share of the episodes in which a wrong call is made first, and mended
 * @param refusals share of the turns without their tool in which it is called first, and refused
 * @param contrasts share of the tasks that are not demonstrated as a whole: their first turn is,
 *     once with the tool it needs and once without ({@link Contrast})
 * @param categories of the tasks
 */
public record Phase(
    long tokens,
    double learningRate,
    double finalLearningRate,
    double shortLists,
    double patched,
    double recovery,
    double refusals,
    double contrasts,
    CategoryWeights categories) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the first setting out of range
   */
  public Phase {
    check(tokens >= 0, "tokens", tokens, "0 or more");
    check(learningRate >= 0, "learningRate", learningRate, "0 or more");
    check(finalLearningRate >= 0, "finalLearningRate", finalLearningRate, "0 or more");
    check(shortLists >= 0 && shortLists <= 1, "shortLists", shortLists, "0 to 1");
    check(patched >= 0 && patched <= 1, "patched", patched, "0 to 1");
    check(contrasts >= 0 && contrasts <= 1, "contrasts", contrasts, "0 to 1");
    check(refusals >= 0 && refusals <= 1, "refusals", refusals, "0 to 1");
    check(recovery >= 0 && recovery <= 1, "recovery", recovery, "0 to 1");
  }

  private static void check(boolean fact, String name, Object found, String expected) {
    if (!fact) {
      throw new IllegalArgumentException(name + " is " + found + ", expected " + expected);
    }
  }

  /**
   * The rate at a point.
   *
   * @param read tokens of the phase read so far
   */
  double learningRate(long read) {
    double done = tokens == 0 ? 1 : Math.min(1, read / (double) tokens);
    return learningRate + done * (finalLearningRate - learningRate);
  }
}
