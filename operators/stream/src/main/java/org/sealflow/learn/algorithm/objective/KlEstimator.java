package org.sealflow.learn.algorithm.objective;

/**
 * The low-variance estimate k3 of the divergence from the reference at a sampled token (Schulman,
 * "Approximating KL divergence", 2020; as SEAL clamps it):
 *
 * <pre>
 * d  = clamp(ref - logp, -20, 20)
 * k3 = clamp(exp(d) - d - 1, -10, 10)
 * </pre>
 *
 * It is 0 if both agree and never negative. Where a clamp holds the value, its slope is 0.
 */
final class KlEstimator {
  private static final double MAX_DIFFERENCE = 20;
  private static final double MAX_ESTIMATE = 10;

  private KlEstimator() {}

  /** The estimate at a token, 0 to 10 nats. */
  static double k3(double logProbability, double reference) {
    return Math.min(MAX_ESTIMATE, unclamped(difference(logProbability, reference)));
  }

  /** The derivative of the estimate by the log-probability: {@code 1 - exp(d)}. */
  static double slope(double logProbability, double reference) {
    double difference = difference(logProbability, reference);
    boolean held =
        Math.abs(reference - logProbability) > MAX_DIFFERENCE
            || unclamped(difference) > MAX_ESTIMATE;
    return held ? 0 : -Math.expm1(difference);
  }

  private static double difference(double logProbability, double reference) {
    return Math.min(MAX_DIFFERENCE, Math.max(-MAX_DIFFERENCE, reference - logProbability));
  }

  private static double unclamped(double difference) {
    return Math.expm1(difference) - difference;
  }
}
