package org.sealflow.learn.algorithm.objective;

/** Counts what the tokens of one evaluation show. */
final class DiagnosticsTally {
  private long tokens;
  private long clipped;
  private long dualClipped;
  private long truncated;
  private double ratioMin = Double.POSITIVE_INFINITY;
  private double ratioMax = Double.NEGATIVE_INFINITY;
  private double klSum;
  private double k3Sum;
  private double entropySum;

  /** A token: its ratio and whether clip, dual clip and cap of the importance weight hold it. */
  void token(double ratio, boolean held, boolean dualHeld, boolean capped) {
    tokens++;
    ratioMin = Math.min(ratioMin, ratio);
    ratioMax = Math.max(ratioMax, ratio);
    clipped += held ? 1 : 0;
    dualClipped += dualHeld ? 1 : 0;
    truncated += capped ? 1 : 0;
  }

  /** The log-probability of a token. */
  void logProbability(double logProbability) {
    entropySum -= logProbability;
  }

  /** The divergence of a token from the reference. */
  void divergence(double difference, double k3) {
    klSum += difference;
    k3Sum += k3;
  }

  ObjectiveDiagnostics diagnostics() {
    if (tokens == 0) {
      return ObjectiveDiagnostics.NONE;
    }
    return new ObjectiveDiagnostics(
        tokens,
        (double) clipped / tokens,
        (double) dualClipped / tokens,
        ratioMin,
        ratioMax,
        klSum / tokens,
        k3Sum / tokens,
        (double) truncated / tokens,
        entropySum / tokens);
  }
}
