package org.sealflow.learn.algorithm.objective;

import org.jspecify.annotations.Nullable;

/**
 * One training sequence: arrays of one length T, one value for each token that was predicted. Where
 * the mask is false the token was not sampled by the policy (prompt, tool result, padding) and its
 * other values are never looked at. The arrays are neither copied nor changed.
 */
public final class ObjectiveSequence {
  public final float[] current;
  public final float[] old;
  final float @Nullable [] reference;
  final float @Nullable [] engine;
  public final float[] advantages;
  public final boolean[] mask;
  private final int scoredTokens;

  /**
   * A sequence. Log-probabilities are natural logarithms, at most 0 but for rounding.
   *
   * @param current shape [T], log-probabilities under the policy that learns; the gradient is by
   *     these
   * @param old shape [T], the learner's own log-probabilities under the policy that acted
   * @param reference shape [T], log-probabilities under the reference; null if none was computed,
   *     which only a {@code klCoefficient} of 0 allows
   * @param engine shape [T], log-probabilities the rollout engine reported as it sampled; null
   *     where it reports none
   * @param advantages shape [T], the advantage each token carries
   * @param mask shape [T], which tokens the policy sampled
   * @throws IllegalArgumentException if lengths differ or a masked-in value is not finite
   */
  public ObjectiveSequence(
      float[] current,
      float[] old,
      float @Nullable [] reference,
      float @Nullable [] engine,
      float[] advantages,
      boolean[] mask) {
    this.current = current;
    this.old = old;
    this.reference = reference;
    this.engine = engine;
    this.advantages = advantages;
    this.mask = mask;
    check("current", current);
    check("old", old);
    check("reference", reference);
    check("engine", engine);
    check("advantages", advantages);
    this.scoredTokens = count(mask);
  }

  private void check(String name, float @Nullable [] values) {
    if (values == null) {
      return;
    }
    if (values.length != mask.length) {
      throw new IllegalArgumentException(
          "%s holds %d values, expected %d as in the mask"
              .formatted(name, values.length, mask.length));
    }
    for (int token = 0; token < mask.length; token++) {
      if (mask[token] && !Float.isFinite(values[token])) {
        throw new IllegalArgumentException(
            "%s of token %d is %s, expected a finite number".formatted(name, token, values[token]));
      }
    }
  }

  private static int count(boolean[] mask) {
    int count = 0;
    for (boolean scored : mask) {
      count += scored ? 1 : 0;
    }
    return count;
  }

  /** The length T. */
  public int length() {
    return mask.length;
  }

  /** Number of tokens the policy sampled, 0 to T. */
  public int scoredTokens() {
    return scoredTokens;
  }

  /** The logarithm of the ratio of new to old policy at a token. */
  double logRatio(int token) {
    return (double) current[token] - old[token];
  }
}
