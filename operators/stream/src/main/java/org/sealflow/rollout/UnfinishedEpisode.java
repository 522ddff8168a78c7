package org.sealflow.rollout;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.policy.PolicyAnswer;
import org.sealflow.rollout.plan.EpisodeRequest;
import org.sealflow.schemas.EpisodeStarted;

/**
 * An episode that has not ended, as it is kept across a restart.
 *
 * @param request with the number of its last attempt
 * @param header how that attempt started; null if it has not
 * @param answers the answers so far of the policy and of whoever plays the user, in order, without
 *     what a branch repeats
 */
public record UnfinishedEpisode(
    EpisodeRequest request, @Nullable EpisodeStarted header, List<PolicyAnswer> answers) {
  /** Copies the answers. */
  public UnfinishedEpisode {
    answers = List.copyOf(answers);
  }

  /** An episode that waits for its start. */
  static UnfinishedEpisode waiting(EpisodeRequest request) {
    return new UnfinishedEpisode(request, null, List.of());
  }

  /** Whether there is anything to go on from. */
  boolean hasAnswers() {
    return header != null && !answers.isEmpty();
  }

  /**
   * The header of an attempt that goes on from the answers: that of the last one, for its date
   * shows in results.
   *
   * @param now how the episode would start now
   * @throws IllegalStateException if what the policy was shown, or may do, is not the same any more
   */
  EpisodeStarted headerOfNext(EpisodeStarted now) {
    if (header == null || !isLike(header, now)) {
      throw new IllegalStateException("the rules have changed");
    }
    return header;
  }

  private static boolean isLike(EpisodeStarted header, EpisodeStarted now) {
    return Objects.equals(header.getPromptTemplateDigest(), now.getPromptTemplateDigest())
        && header.getToolEnforcement() == now.getToolEnforcement()
        && Objects.equals(header.getStepLimit(), now.getStepLimit())
        && Objects.equals(header.getStepLimitScope(), now.getStepLimitScope());
  }
}
