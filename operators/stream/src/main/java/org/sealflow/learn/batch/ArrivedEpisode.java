package org.sealflow.learn.batch;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.RewardedSample;
import org.sealflow.learn.algorithm.SampleDiagnosis;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.Verdicts;

/**
 * An episode of a batch that ended and was judged.
 *
 * @param groupId its group
 * @param sampleIndex its place in the group, from 0
 * @param episodeId its name, under which its tokens are kept
 * @param attempt which attempt at it ended, from 0; of several the lowest counts
 * @param verdict what it counts as
 * @param reward its reward, finite; 0 if the verdict says nothing about the policy
 * @param diagnosis what was diagnosed of its turns
 * @param oldestPolicyVersion lowest policy version among its steps, from 0; null if none names one
 */
public record ArrivedEpisode(
    String groupId,
    int sampleIndex,
    String episodeId,
    int attempt,
    Verdict verdict,
    double reward,
    SampleDiagnosis diagnosis,
    @Nullable Long oldestPolicyVersion) {
  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ArrivedEpisode {
    if (sampleIndex < 0 || attempt < 0 || !Double.isFinite(reward)) {
      throw new IllegalArgumentException(
          "episode %s has sample %d, attempt %d and reward %s, expected 0 or more and a finite reward"
              .formatted(episodeId, sampleIndex, attempt, reward));
    }
  }

  RewardedSample rewarded() {
    return new RewardedSample(reward, diagnosis);
  }

  /** Whether the episode says something about the policy. */
  boolean isUsable() {
    return Verdicts.isAboutPolicy(verdict);
  }
}
