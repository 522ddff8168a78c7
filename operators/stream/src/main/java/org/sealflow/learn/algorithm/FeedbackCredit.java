package org.sealflow.learn.algorithm;

import java.util.Map;
import java.util.TreeMap;

/**
 * Credit of the tokens of a failed turn by what a teacher thinks of them: the same policy that
 * reads feedback f on the turn before it (bounded, detached credit as in SGCD, arXiv 2606.12634).
 * With
 *
 * <pre>
 * D(t)  = log pi(y(t) | x, f) - log pi(y(t) | x)
 * F(t)  = clip(exp(beta * sgn(A(t)) * D(t)), 1/2, 2)
 * A'(t) = A(t) * F(t) / mean of F over the turn's tokens
 * </pre>
 *
 * a token that the teacher finds less likely than the policy did is blamed more if the turn is
 * blamed, and praised less if it is praised. No gradient flows through D. The mean is taken after
 * the clip, so that a turn keeps its part in the batch.
 *
 * @param advantages shape [T], A'; as before for tokens without feedback
 * @param tally what was measured
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FeedbackCredit(float[] advantages, FeedbackTally tally) {
  private static final double MOST = Math.log(2);

  /** Sum and number of the factors of a turn. */
  private static final class Turn {
    private double sum;
    private int tokens;
  }

  /**
   * The credit of a sequence.
   *
   * @param advantages shape [T], A
   * @param plain shape [T], log-probabilities without feedback
   * @param told shape [T], the same with feedback; counts where {@code turns} is a turn
   * @param turns shape [T], turn of each token that is credited, negative for all others
   * @param beta from 0
   */
  public static FeedbackCredit of(
      float[] advantages, float[] plain, float[] told, int[] turns, double beta) {
    double[] factors = new double[advantages.length];
    Map<Integer, Turn> means = new TreeMap<>();
    double divergence = 0;
    long clipped = 0;
    long tokens = 0;
    for (int token = 0; token < advantages.length; token++) {
      if (turns[token] >= 0) {
        double difference = (double) told[token] - plain[token];
        double exponent = beta * Math.signum(advantages[token]) * difference;
        factors[token] = Math.exp(Math.max(-MOST, Math.min(MOST, exponent)));
        Turn turn = means.computeIfAbsent(turns[token], first -> new Turn());
        turn.sum += factors[token];
        turn.tokens++;
        divergence += Math.abs(difference);
        clipped += Math.abs(exponent) > MOST ? 1 : 0;
        tokens++;
      }
    }
    float[] credited = advantages.clone();
    for (int token = 0; token < advantages.length; token++) {
      Turn turn = means.get(turns[token]);
      if (turn != null) {
        credited[token] = (float) (advantages[token] * (factors[token] * turn.tokens / turn.sum));
      }
    }
    return new FeedbackCredit(credited, new FeedbackTally(tokens, divergence, clipped, 0));
  }
}
