package org.sealflow.learn.algorithm;

import java.util.Arrays;
import java.util.List;

/**
 * An episode's advantage and its weight.
 *
 * @param advantage advantage in its group before weighting
 * @param scale what weighting multiplies it with, from 0, balance of the group included
 * @param rootCauseTurns turns that carry the scale where not all do, see {@link CreditRule}
 * @param turnAdvantages advantage of each turn reached, before weighting; empty where nothing was
 *     diagnosed or turns are not credited for themselves
 */
public record WeighedSample(
    double advantage, double scale, List<Integer> rootCauseTurns, List<Double> turnAdvantages) {
  /** Copies the turns. */
  public WeighedSample {
    rootCauseTurns = List.copyOf(rootCauseTurns);
    turnAdvantages = List.copyOf(turnAdvantages);
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
   * @param credit which tokens carry what
   * @param negativeWeight what negative advantages are multiplied with in the end, 0 to 1
   * @return shape [T]
   */
  public float[] spread(int[] turnOfToken, CreditRule credit, double negativeWeight) {
    boolean blames = Arrays.stream(turnOfToken).anyMatch(rootCauseTurns::contains);
    boolean blamed = advantage < 0 && blames;
    float[] advantages = new float[turnOfToken.length];
    for (int token = 0; token < advantages.length; token++) {
      int turn = turnOfToken[token];
      double own =
          switch (credit) {
            case TRAJECTORY -> weighted();
            case ROOT_CAUSE_TURNS ->
                !blames || rootCauseTurns.contains(turn) ? weighted() : advantage;
            case ROOT_CAUSE_ONLY -> !blamed || rootCauseTurns.contains(turn) ? weighted() : 0;
            case TURNS -> ofTurn(turn);
          };
      advantages[token] = (float) (Math.max(own, 0) + Math.min(own, 0) * negativeWeight);
    }
    return advantages;
  }

  private double ofTurn(int turn) {
    if (turnAdvantages.isEmpty()) {
      return weighted();
    }
    return turn >= 0 && turn < turnAdvantages.size() ? turnAdvantages.get(turn) * scale : 0;
  }
}
