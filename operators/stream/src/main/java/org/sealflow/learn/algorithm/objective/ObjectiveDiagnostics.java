package org.sealflow.learn.algorithm.objective;

/**
 * Measures of an evaluation of the objective. Shares and means are over the scored tokens, 0 if
 * there are none.
 *
 * @param tokens number of scored tokens
 * @param clipShare share whose ratio is held by the clip, 0 to 1
 * @param dualClipShare share whose ratio is held by the dual clip, 0 to 1
 * @param ratioMin least ratio of new to old policy; 1 without tokens
 * @param ratioMax greatest ratio of new to old policy; 1 without tokens
 * @param klMean mean of {@code logp - ref}, nats, which may be negative; 0 without a reference
 * @param k3Mean mean of the estimate k3, 0 to 10 nats; 0 without a reference
 * @param importanceTruncationShare share whose importance weight is held by its cap, 0 to 1
 * @param entropy mean of {@code -logp}, nats: the policy's entropy as far as sampled tokens show it
 */
public record ObjectiveDiagnostics(
    long tokens,
    double clipShare,
    double dualClipShare,
    double ratioMin,
    double ratioMax,
    double klMean,
    double k3Mean,
    double importanceTruncationShare,
    double entropy) {
  /** The measures of no tokens. */
  public static final ObjectiveDiagnostics NONE =
      new ObjectiveDiagnostics(0, 0, 0, 1, 1, 0, 0, 0, 0);

  /** The measures of both parts of a mini-batch together. */
  public ObjectiveDiagnostics plus(ObjectiveDiagnostics other) {
    if (tokens == 0 || other.tokens == 0) {
      return tokens == 0 ? other : this;
    }
    return new ObjectiveDiagnostics(
        tokens + other.tokens,
        mean(other, clipShare, other.clipShare),
        mean(other, dualClipShare, other.dualClipShare),
        Math.min(ratioMin, other.ratioMin),
        Math.max(ratioMax, other.ratioMax),
        mean(other, klMean, other.klMean),
        mean(other, k3Mean, other.k3Mean),
        mean(other, importanceTruncationShare, other.importanceTruncationShare),
        mean(other, entropy, other.entropy));
  }

  private double mean(ObjectiveDiagnostics other, double mine, double others) {
    return (mine * tokens + others * other.tokens) / (tokens + other.tokens);
  }
}
