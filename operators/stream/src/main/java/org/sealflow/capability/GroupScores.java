package org.sealflow.capability;

/**
 * A group of a task's episodes not all of which have ended.
 *
 * @param groupId the group
 * @param ended how many of its episodes have ended
 * @param scored how many of those have a score, the others having failed through no fault of the
 *     policy
 * @param above whether a score is above 0.5
 * @param below whether a score is below 0.5
 */
public record GroupScores(String groupId, int ended, int scored, boolean above, boolean below) {
  static GroupScores begin(String groupId) {
    return new GroupScores(groupId, 0, 0, false, false);
  }

  GroupScores end(EpisodeOutcome outcome) {
    if (!outcome.counted()) {
      return new GroupScores(groupId, ended + 1, scored, above, below);
    }
    return new GroupScores(
        groupId,
        ended + 1,
        scored + 1,
        above || outcome.reward() > TaskHistory.MIDDLE,
        below || outcome.reward() < TaskHistory.MIDDLE);
  }
}
