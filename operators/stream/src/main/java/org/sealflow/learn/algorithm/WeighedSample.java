package org.sealflow.learn.algorithm;

import java.util.List;

/**
 * An episode's advantage and what its turns carry of it.
 *
 * @param advantage advantage in its group before weighting
 * @param scale factor of the episode's weight, from 0: what weighting multiplies its advantage
 *     with, or that of its root-cause turn if only that is weighted
 * @param turns weighted advantage of each turn reached
 * @param rest weighted advantage of tokens that belong to none of these turns
 */
public record WeighedSample(double advantage, double scale, List<Double> turns, double rest) {
  /** Copies the turns. */
  public WeighedSample {
    turns = List.copyOf(turns);
  }

  /** The advantage after weighting. */
  public double weighted() {
    return advantage * scale;
  }

  /**
   * The advantage each token carries.
   *
   * @param turnOfToken shape [T], the turn each token belongs to; any value for tokens that are not
   *     scored, say -1
   * @param negativeWeight what negative advantages are multiplied with in the end, 0 to 1
   * @return shape [T]
   */
  public float[] spread(int[] turnOfToken, double negativeWeight) {
    float[] advantages = new float[turnOfToken.length];
    for (int token = 0; token < advantages.length; token++) {
      int turn = turnOfToken[token];
      double own = turn >= 0 && turn < turns.size() ? turns.get(turn) : rest;
      advantages[token] = (float) (Math.max(own, 0) + Math.min(own, 0) * negativeWeight);
    }
    return advantages;
  }
}
