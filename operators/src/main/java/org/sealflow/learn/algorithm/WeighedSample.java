package org.sealflow.learn.algorithm;

import java.util.List;

/**
 * An episode's advantage and its weight.
 *
 * @param advantage advantage in its group before weighting
 * @param scale what weighting multiplies it with, from 0, balance of the group included
 * @param rootCauseTurns turns that carry the scale where not all do, see {@link CreditRule}
 */
public record WeighedSample(double advantage, double scale, List<Integer> rootCauseTurns) {
  /** Copies the turns. */
  public WeighedSample {
    rootCauseTurns = List.copyOf(rootCauseTurns);
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
   * @param credit which tokens carry the scale
   * @return shape [T]
   */
  public float[] spread(int[] turnOfToken, CreditRule credit) {
    boolean all =
        credit == CreditRule.TRAJECTORY
            || (credit == CreditRule.ROOT_CAUSE_ONLY && advantage >= 0)
            || noneCarries(turnOfToken);
    double elsewhere = credit == CreditRule.ROOT_CAUSE_ONLY ? 0 : advantage;
    float[] advantages = new float[turnOfToken.length];
    for (int token = 0; token < advantages.length; token++) {
      boolean carries = all || rootCauseTurns.contains(turnOfToken[token]);
      advantages[token] = (float) (carries ? weighted() : elsewhere);
    }
    return advantages;
  }

  private boolean noneCarries(int[] turnOfToken) {
    for (int turn : turnOfToken) {
      if (rootCauseTurns.contains(turn)) {
        return false;
      }
    }
    return true;
  }
}
