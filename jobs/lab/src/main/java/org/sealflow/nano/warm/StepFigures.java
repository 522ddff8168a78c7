package org.sealflow.nano.warm;

import java.util.List;

/**
 * Measures of a step before it changed the weights.
 *
 * @param loss cross-entropy of the tokens that count in full, in nats
 * @param accuracy share of them that the policy gives more than half of the probability: all of
 *     these would be sampled greedily, a few of the others too
 * @param tokens tokens read, padding not counted
 */
public record StepFigures(double loss, double accuracy, int tokens) {
  /** Tokens of less weight are the prompt's. */
  private static final float FULL = 1;

  private static final double HALF = Math.log(0.5);

  /**
   * The figures of a batch.
   *
   * @param logProbs as [row][token]
   */
  static StepFigures of(List<Example> batch, float[][] logProbs) {
    double sum = 0;
    int likely = 0;
    int counted = 0;
    int tokens = 0;
    for (int row = 0; row < batch.size(); row++) {
      float[] weights = batch.get(row).weights();
      tokens += weights.length;
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] >= FULL) {
          sum -= logProbs[row][i];
          likely += logProbs[row][i] > HALF ? 1 : 0;
          counted++;
        }
      }
    }
    int divisor = Math.max(1, counted);
    return new StepFigures(sum / divisor, likely / (double) divisor, tokens);
  }
}
