package org.sealflow.learn.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The token ids of one step: token in is token out, so that the concatenation over the steps of an
 * episode is its training sequence.
 *
 * @param context ids added to the context before this step, since the last step's sampled ones
 * @param sampled ids the policy sampled
 * @param logProbs natural-log probability of each sampled id under the sampling policy; null if the
 *     engine gives none
 * @param plainContext ids in place of {@code context} if the episode were shown no patches; null if
 *     nobody asks for them
 */
public record SampledTokens(
    List<Integer> context,
    List<Integer> sampled,
    @Nullable List<Float> logProbs,
    @Nullable List<Integer> plainContext) {
  /** Tokens of which nobody asks how they would be without patches. */
  public SampledTokens(
      List<Integer> context, List<Integer> sampled, @Nullable List<Float> logProbs) {
    this(context, sampled, logProbs, null);
  }

  /**
   * Copies the lists and checks that they go together.
   *
   * @throws IllegalArgumentException if there is not one log-probability per sampled id
   */
  public SampledTokens {
    context = List.copyOf(context);
    sampled = List.copyOf(sampled);
    plainContext = plainContext == null ? null : List.copyOf(plainContext);
    if (logProbs != null) {
      logProbs = List.copyOf(logProbs);
      if (logProbs.size() != sampled.size()) {
        throw new IllegalArgumentException(
            logProbs.size() + " log-probabilities for " + sampled.size() + " sampled tokens");
      }
    }
  }
}
