package org.sealflow.capability;

import java.util.ArrayList;
import java.util.List;

/**
 * The counts behind CoEvolve's signals of a task (arXiv 2604.15840, section 3.2).
 *
 * @param lastScores its last scores, oldest first, at most as many as the settings say
 * @param openGroups its groups not all of whose episodes have ended, oldest first, at most {@link
 *     #MOST_GROUPS}
 * @param boundary whether the newest complete group with a score holds both one above 0.5 and one
 *     below
 * @param rarePatterns rare failure patterns of the newest episode with a score
 */
public record TaskHistory(
    List<Double> lastScores,
    List<GroupScores> openGroups,
    boolean boundary,
    List<String> rarePatterns) {
  static final TaskHistory BEGIN = new TaskHistory(List.of(), List.of(), false, List.of());

  /** The score that parts success from failure. */
  static final double MIDDLE = 0.5;

  /** How many groups may be under way; of more, the oldest never becomes complete. */
  static final int MOST_GROUPS = 8;

  /** With one more episode of the task. */
  TaskHistory with(TaskSample sample, EpisodeOutcome outcome, SignalSettings settings) {
    TaskHistory grouped = withGroup(sample, outcome);
    if (!outcome.counted()) {
      return grouped;
    }
    List<Double> scores = new ArrayList<>(lastScores);
    scores.add(outcome.reward());
    return new TaskHistory(
        newest(scores, settings.scoreWindow()),
        grouped.openGroups,
        grouped.boundary,
        sample.rarePatterns());
  }

  private TaskHistory withGroup(TaskSample sample, EpisodeOutcome outcome) {
    GroupScores group = GroupScores.begin(sample.groupId());
    List<GroupScores> others = new ArrayList<>();
    for (GroupScores open : openGroups) {
      if (open.groupId().equals(sample.groupId())) {
        group = open;
      } else {
        others.add(open);
      }
    }
    GroupScores next = group.end(outcome);
    if (next.ended() < sample.groupSize()) {
      others.add(next);
      return new TaskHistory(lastScores, newest(others, MOST_GROUPS), boundary, rarePatterns);
    }
    boolean decided = next.scored() == 0 ? boundary : next.above() && next.below();
    return new TaskHistory(lastScores, others, decided, rarePatterns);
  }

  private static <T> List<T> newest(List<T> all, int most) {
    return new ArrayList<>(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /**
   * Whether the task is forgotten: its newest score is below 0.5 although one of the last scores is
   * not.
   */
  boolean forgetting() {
    return !lastScores.isEmpty()
        && lastScores.get(lastScores.size() - 1) < MIDDLE
        && lastScores.stream().anyMatch(score -> score >= MIDDLE);
  }
}
