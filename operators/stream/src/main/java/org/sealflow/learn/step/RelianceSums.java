package org.sealflow.learn.step;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.schemas.PatchReliance;

/**
 * How much successful episodes lean on the patches they were shown, summed up by patch:
 *
 * <pre>
 * R = mean over episodes of log p(y | hinted) - log p(y | plain)
 * </pre>
 *
 * <p>Here y is all that the policy sampled in an episode, and both contexts are the episode's own,
 * with and without patches: the same answers have the same results in both. By Jensen's inequality
 * the policy succeeds without patches at least exp(-R) times as often as with them, so that little
 * reliance is enough for transfer (cf. HiLL, arXiv 2604.00698). An episode counts for each of the
 * patches it was shown.
 */
final class RelianceSums {
  private final Map<String, PatchReliance> byPatch = new TreeMap<>();

  /**
   * Adds an episode, unless a number is not finite.
   *
   * @param patches keys of the patches it was shown
   * @param tokens number of tokens that the policy sampled in it
   * @param hinted natural-log probability of each token with the patches, 0 for those not sampled
   * @param plain the same without them
   */
  void add(List<String> patches, long tokens, float[] hinted, float[] plain) {
    double ratio = sum(hinted) - sum(plain);
    if (Double.isFinite(ratio)) {
      patches.forEach(patch -> add(patch, tokens, ratio));
    }
  }

  private void add(String patch, long tokens, double logRatio) {
    PatchReliance before = byPatch.getOrDefault(patch, new PatchReliance(0L, 0L, 0.0));
    byPatch.put(
        patch,
        new PatchReliance(
            before.getEpisodes() + 1,
            before.getTokens() + tokens,
            before.getLogRatio() + logRatio));
  }

  private static double sum(float[] logProbs) {
    double sum = 0;
    for (float logProb : logProbs) {
      sum += logProb;
    }
    return sum;
  }

  /** The sums by key of the patch. */
  Map<String, PatchReliance> byPatch() {
    return Map.copyOf(byPatch);
  }
}
