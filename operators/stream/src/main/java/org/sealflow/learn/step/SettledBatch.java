package org.sealflow.learn.step;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.batch.ArrivedEpisode;
import org.sealflow.learn.batch.GroupStatus;
import org.sealflow.learn.batch.SettledGroups;
import org.sealflow.learn.batch.TakenGroup;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.RateLowering;

/**
 * A batch of which every group has settled.
 *
 * @param manifest the batch as planned
 * @param groups what became of its groups
 * @param episodes by group id, the episodes that arrived by sample index
 */
public record SettledBatch(
    BatchManifest manifest, SettledGroups groups, Map<String, List<TrainingEpisode>> episodes) {
  /** Copies the episodes. */
  public SettledBatch {
    episodes = Map.copyOf(episodes);
  }

  /** The inputs of its step's learning rate. */
  public StepRate rate() {
    RateLowering lowering = manifest.getRateLowering();
    return new StepRate(lowering == null ? 1 : lowering.getFactor(), manifest.getBudgetSpent());
  }

  /** The episodes of a group that arrived, by sample index. */
  List<TrainingEpisode> episodes(String groupId) {
    return episodes.getOrDefault(groupId, List.of());
  }

  /** How many groups that are no branches the step takes, if there are so many. */
  int needed() {
    return manifest.getGroupsNeeded();
  }

  /** The complete groups, by id, with those of their episodes that count. */
  public List<TrainingGroup> complete() {
    return groups.complete().stream()
        .map(
            group ->
                new TrainingGroup(
                    group.planned().getGroupId(),
                    group.planned().getBranch() != null,
                    counting(group),
                    group.rewards()))
        .toList();
  }

  /**
   * The successful episodes of each group that has all its episodes and is no branch. Groups that
   * teach nothing are among them: all their episodes may succeed.
   */
  List<List<TrainingEpisode>> successes(RewardRule rule) {
    return manifest.getGroups().stream()
        .filter(group -> group.getBranch() == null && isComplete(group.getGroupId()))
        .map(
            group ->
                episodes(group.getGroupId()).stream()
                    .filter(TrainingEpisode::isTrainable)
                    .filter(episode -> episode.findings().isRewardedBy(rule))
                    .toList())
        .toList();
  }

  private List<TrainingEpisode> counting(TakenGroup group) {
    Set<Integer> samples =
        group.episodes().stream().map(ArrivedEpisode::sampleIndex).collect(Collectors.toSet());
    return episodes(group.planned().getGroupId()).stream()
        .filter(episode -> samples.contains(episode.place().sampleIndex()))
        .toList();
  }

  /** The outcome of a group that the step does not take. */
  public GroupOutcome outcome(String groupId) {
    return switch (groups.statuses().getOrDefault(groupId, GroupStatus.EXPIRED)) {
      case WAITING, EXPIRED -> GroupOutcome.EXPIRED;
      case COMPLETE -> GroupOutcome.SURPLUS;
      case DEFECTIVE_TASK -> GroupOutcome.TASK_DEFECTIVE;
      case ZERO_VARIANCE -> GroupOutcome.ZERO_VARIANCE;
      case INFRASTRUCTURE ->
          episodes(groupId).stream().allMatch(episode -> episode.findings().isAboutPolicy())
              ? GroupOutcome.UNTRAINABLE
              : GroupOutcome.INFRASTRUCTURE_FAILED;
    };
  }

  /** Whether all episodes of a group arrived, and enough of them say something about the policy. */
  public boolean isComplete(String groupId) {
    GroupStatus status = groups.statuses().get(groupId);
    return status == GroupStatus.COMPLETE || status == GroupStatus.ZERO_VARIANCE;
  }
}
