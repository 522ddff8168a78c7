package org.sealflow.learn.model;

/**
 * How much memory a training pass takes for what its way back reads again. By token and layer these
 * are, in multiples of the width D, of all queries Q, of all keys KV and of the feed-forward part
 * F:
 *
 * <pre>
 * 4 D    what goes into the norms and into the projections behind them
 * 7 Q    queries before and after the norm and the rotation, keys and values repeated for them,
 *        what attention gives
 * H T/2  scores of the tokens before, for each head, in rows of up to 1,024 tokens
 * 6 KV   keys and values likewise, not repeated
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
    AttentionConfig attention = config.attention();
    long values =
        4L * config.width()
            + 7L * attention.queryWidth()
            + 6L * attention.keyValueWidth()
            + 4L * config.feedForwardWidth()
            + scores(attention, batch.inputs());
    long tokens = (long) batch.sequences().size() * batch.inputs();
    return Math.multiplyExact(
        tokens * config.layers(), values * (precision == Precision.FLOAT32 ? 4 : 2));
  }

  private static long scores(AttentionConfig attention, int inputs) {
    return inputs > LONGEST_WITH_SCORES ? 0 : (long) attention.heads() * inputs / 2;
  }
}
