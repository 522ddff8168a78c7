package org.sealflow.model;

/** The continuation of a prompt. */
public final class Generation {
  private final int[] tokens;
  private final float[] logProbs;
  private final FinishReason finishReason;

  Generation(int[] tokens, float[] logProbs, FinishReason finishReason) {
    this.tokens = tokens;
    this.logProbs = logProbs;
    this.finishReason = finishReason;
  }

  /** The tokens sampled, the stop token included; the caller's own. */
  public int[] tokens() {
    return tokens.clone();
  }

  /**
   * Natural-log probability of each token under the softmax of the logits divided by the
   * temperature (by 1 where it is 0), before any truncation to the likeliest tokens; the caller's
   * own. A fresh forward pass over the same tokens gives the same to within rounding: about 1e-5 in
   * single precision.
   */
  public float[] logProbs() {
    return logProbs.clone();
  }

  /** Why it ended. */
  public FinishReason finishReason() {
    return finishReason;
  }
}
