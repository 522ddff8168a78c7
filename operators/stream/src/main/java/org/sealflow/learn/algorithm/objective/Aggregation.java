package org.sealflow.learn.algorithm.objective;

/**
 * Aggregates the losses l of the scored tokens into one number: S sequences, n_s scored tokens in
 * sequence s, N in all.
 */
public enum Aggregation {
  /** {@code sum(l) / N}: every token counts the same (DAPO, arXiv 2503.14476, section 3.3). */
  TOKEN_MEAN,
  /**
   * {@code 1/S * sum_s(sum_t(l) / n_s)}: every sequence counts the same (GRPO, arXiv 2402.03300,
   * equation 3). The release of SEAL asks for the token mean but takes it over one sequence at a
   * time, which is this.
   */
  SEQUENCE_MEAN,
  /**
   * {@code 1/S * sum_s(sum_t(l) / L)} with a constant L: neither short nor long sequences gain by
   * their length (Dr. GRPO, arXiv 2503.20783, section 3).
   */
  DR_GRPO;

  /**
   * The factor on the loss of one scored token.
   *
   * @param tokens scored tokens of its sequence, from 1
   * @param totals what the whole mini-batch holds
   * @param lengthConstant the constant L
   */
  double coefficient(int tokens, BatchTotals totals, int lengthConstant) {
    return switch (this) {
      case TOKEN_MEAN -> 1.0 / totals.tokens();
      case SEQUENCE_MEAN -> 1.0 / totals.sequences() / tokens;
      case DR_GRPO -> 1.0 / totals.sequences() / lengthConstant;
    };
  }
}
