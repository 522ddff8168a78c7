package org.sealflow.model;

import org.sealflow.model.config.AttentionConfig;
import org.sealflow.model.config.ModelConfig;
import org.sealflow.model.config.Precision;

/**
 * Estimates the memory that a training pass takes for what its way back reads again. By token and
 * layer these are, in multiples of the width D, of all queries Q, of all keys KV and of the
 * feed-forward part F:
 *
 * <pre>
 * 4 D    what goes into the norms and into the projections behind them
 * 6 Q    queries before and after the norm and the rotation, what attention gives, and the same with
 *        the heads of a token beside each other
 * H T/2  scores of the tokens before, for each head, in rows of up to 1,024 tokens; of tokens behind
 *        those that rows share H (P + T)
 * 6 KV   keys and values likewise, once for all queries that share them
 * 4 F    gate, its activation, the other branch and the product
 * </pre>
 */
final class ActivationMemory {
  /** As in the function {@code attend_causal}. */
  private static final int LONGEST_WITH_SCORES = 1024;

  private ActivationMemory() {}

  /**
   * Estimated bytes that a pass over a batch keeps, the vocabulary head left out: that has a budget
   * of its own.
   */
  static long bytes(ModelConfig config, Precision precision, TokenBatch batch) {
    long values = valuesOfToken(config);
    long all =
        Math.addExact(batch.computedTokens() * values, config.attention().heads() * scores(batch));
    return Math.multiplyExact(
        all, (long) config.layers() * (precision == Precision.FLOAT32 ? 4 : 2));
  }

  /** Values kept of a token in a layer, scores left out. */
  static long valuesOfToken(ModelConfig config) {
    AttentionConfig attention = config.attention();
    return 4L * config.width()
        + 6L * attention.queryWidth()
        + 6L * attention.keyValueWidth()
        + 4L * config.feedForwardWidth();
  }

  /** Scores of a head. */
  private static long scores(TokenBatch batch) {
    long shared = batch.sharedTokens();
    long scores = shared > LONGEST_WITH_SCORES ? 0 : shared * shared / 2;
    for (int row = 0; row < batch.sequences().size(); row++) {
      long own = batch.computedTokens(row);
      if (shared + own <= LONGEST_WITH_SCORES) {
        scores += shared == 0 ? own * own / 2 : own * (shared + own);
      }
    }
    return scores;
  }
}
