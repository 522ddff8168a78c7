package org.sealflow.learn.algorithm.objective;

import org.jspecify.annotations.Nullable;

/**
 * Truncated importance weights: the engine that sampled a token and the learner that trains on it
 * compute its probability in different ways, so even untouched weights make data off-policy. Each
 * token's loss is multiplied with
 *
 * <pre>
 * w = min(exp(old - engine), cap)
 * </pre>
 *
 * where old is the learner's own log-probability of the policy that acted (Yao et al., "Your
 * efficient RL framework secretly brings you off-policy RL training", 2025; the truncation is that
 * of IMPALA, arXiv 1802.01561). The weight is a constant of the objective: it has no slope.
 */
final class ImportanceWeight {
  private final @Nullable Double cap;

  /**
   * The weight with a cap.
   *
   * @param cap greatest weight, from 1; null makes every weight 1
   */
  ImportanceWeight(@Nullable Double cap) {
    this.cap = cap;
  }

  /** The weight of a token of a sequence, 1 where the engine gave no log-probabilities. */
  double of(ObjectiveSequence sequence, int token) {
    return cap == null ? 1 : Math.min(cap, raw(sequence, token));
  }

  /** Whether the cap holds the weight of the token. */
  boolean isTruncated(ObjectiveSequence sequence, int token) {
    return cap != null && raw(sequence, token) > cap;
  }

  private static double raw(ObjectiveSequence sequence, int token) {
    float @Nullable [] engine = sequence.engine;
    return engine == null ? 1 : Math.exp((double) sequence.old[token] - engine[token]);
  }
}
