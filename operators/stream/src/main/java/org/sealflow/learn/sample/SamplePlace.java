package org.sealflow.learn.sample;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sealflow.schemas.Branch;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.PlannedGroup;

/**
 * The place of an episode in its run, and what it played there.
 *
 * @param batchNumber batch of its run, from 0
 * @param groupId its group
 * @param sampleIndex its place in the group, from 0
 * @param patchSetDigest digest of the patch set it was shown; null if it was shown none
 * @param taskDigest digest of the task it played; null in states of earlier versions
 * @param branch where it branched off another episode; null if it began at the beginning, and in
 *     states of earlier versions
 */
public record SamplePlace(
    long batchNumber,
    String groupId,
    int sampleIndex,
    @Nullable String patchSetDigest,
    @Nullable String taskDigest,
    @Nullable Branch branch) {
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
        batchNumber,
        episode.getGroupId(),
        episode.getSampleIndex(),
        episode.getPatchSetDigest(),
        episode.getTaskDigest(),
        episode.getBranch());
  }

  /** Whether the episode played what its group was planned to play, as far as is known. */
  public boolean isAsPlanned(PlannedGroup group) {
    boolean sameStart =
        taskDigest == null
            || (taskDigest.equals(group.getTaskDigest())
                && Objects.equals(branch, group.getBranch()));
    return sameStart && Objects.equals(patchSetDigest, group.getPatchSetDigest());
  }
}
