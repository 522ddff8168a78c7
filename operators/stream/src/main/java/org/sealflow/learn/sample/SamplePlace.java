package org.sealflow.learn.sample;

import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.EpisodeDiagnosis;

/**
 * The place of an episode in its run.
 *
 * @param batchNumber batch of its run, from 0
 * @param groupId its group
 * @param sampleIndex its place in the group, from 0
 * @param patchSetDigest digest of the patch set it was shown; null if it was shown none
 */
public record SamplePlace(
    long batchNumber, String groupId, int sampleIndex, @Nullable String patchSetDigest) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public SamplePlace {
    if (batchNumber < 0 || sampleIndex < 0) {
      throw new IllegalArgumentException(
          "sample %d of group %s in batch %d, expected numbers from 0"
              .formatted(sampleIndex, groupId, batchNumber));
    }
  }

  static SamplePlace of(EpisodeDiagnosis episode, long batchNumber) {
    return new SamplePlace(
        batchNumber, episode.getGroupId(), episode.getSampleIndex(), episode.getPatchSetDigest());
  }
}
