package org.sealflow.learn.operator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.CreditRule;
import org.sealflow.learn.algorithm.DropRule;
import org.sealflow.learn.batch.ArrivedEpisode;
import org.sealflow.learn.batch.BatchAssembly;
import org.sealflow.learn.batch.SettledGroups;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.learn.step.SettledBatch;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Verdict;

/**
 * A batch under way: its manifest and the episodes that arrived, in any order. As soon as it has
 * settled nothing changes it any more, so that a step made again after a restart takes the same.
 */
final class PendingBatch {
  private final RewardRule rewardRule;
  private final DropRule drop;
  private final CreditRule credit;
  private final NavigableMap<String, NavigableMap<Integer, TrainingEpisode>> groups =
      new TreeMap<>();
  private @Nullable BatchManifest manifest;
  private @Nullable BatchAssembly assembly;
  private @Nullable SettledGroups settled;
  private boolean expired;

  /** Of a batch of which nothing is known yet. */
  PendingBatch(RewardRule rewardRule, DropRule drop, CreditRule credit) {
    this.rewardRule = rewardRule;
    this.drop = drop;
    this.credit = credit;
  }

  /** Whether the manifest is new; episodes it did not plan are dropped. */
  boolean plan(BatchManifest planned) {
    if (manifest != null) {
      return false;
    }
    manifest = planned;
    BatchAssembly rules = new BatchAssembly(planned, drop, credit);
    assembly = rules;
    for (NavigableMap<Integer, TrainingEpisode> group : groups.values()) {
      group.values().removeIf(episode -> rules.problem(arrived(episode)).isPresent());
    }
    groups.values().removeIf(NavigableMap::isEmpty);
    settle();
    return true;
  }

  /** Whether the episode is taken in; not where the batch has settled or did not plan it. */
  boolean add(TrainingEpisode episode) {
    boolean foreign = assembly != null && assembly.problem(arrived(episode)).isPresent();
    if (settled != null || foreign) {
      return false;
    }
    groups
        .computeIfAbsent(episode.place().groupId(), group -> new TreeMap<>())
        .merge(
            episode.place().sampleIndex(),
            episode,
            (one, other) -> one.attempt() <= other.attempt() ? one : other);
    settle();
    return true;
  }

  /** Settles what is incomplete as expired. */
  void expire() {
    expired = true;
    settle();
  }

  private void settle() {
    if (manifest == null || assembly == null || settled != null) {
      return;
    }
    Set<String> late =
        expired
            ? manifest.getGroups().stream()
                .map(PlannedGroup::getGroupId)
                .collect(Collectors.toSet())
            : Set.of();
    SettledGroups now = assembly.settle(episodes().stream().map(this::arrived).toList(), late);
    settled = now.isSettled() ? now : null;
  }

  /**
   * An episode as the rules see it. One that cannot be trained on, say because it was acted by a
   * version that is yet to come, or that played anything else than was planned for its group,
   * counts as one lost to the infrastructure does.
   */
  private ArrivedEpisode arrived(TrainingEpisode episode) {
    Verdict verdict = episode.findings().verdict();
    boolean foreign = isPlannedOtherwise(episode);
    boolean usable = episode.isTrainable() && !foreign;
    boolean lost = foreign || (episode.findings().isAboutPolicy() && !usable);
    OptionalLong oldest = episode.oldestPolicyVersion();
    return new ArrivedEpisode(
        episode.place().groupId(),
        episode.place().sampleIndex(),
        episode.episodeId(),
        episode.attempt(),
        lost ? Verdict.INFRASTRUCTURE_FAILED : verdict,
        usable ? rewardRule.of(verdict, episode.findings().strictSuccess()) : 0,
        episode.findings().diagnosis(),
        oldest.isPresent() ? oldest.getAsLong() : null);
  }

  /**
   * A batch that is planned again after a restore may give its groups other tasks, branches and
   * patches: the planner knows what has come by then.
   */
  private boolean isPlannedOtherwise(TrainingEpisode episode) {
    return manifest != null
        && manifest.getGroups().stream()
            .filter(group -> group.getGroupId().equals(episode.place().groupId()))
            .anyMatch(group -> !episode.place().isAsPlanned(group));
  }

  boolean isExpired() {
    return expired;
  }

  Optional<BatchManifest> manifest() {
    return Optional.ofNullable(manifest);
  }

  /** The episodes by group and sample. */
  List<TrainingEpisode> episodes() {
    return groups.values().stream().map(NavigableMap::values).flatMap(Collection::stream).toList();
  }

  /** The batch, once all its groups have settled. */
  Optional<SettledBatch> settledBatch() {
    if (manifest == null || settled == null) {
      return Optional.empty();
    }
    NavigableMap<String, List<TrainingEpisode>> byGroup = new TreeMap<>();
    groups.forEach((group, samples) -> byGroup.put(group, new ArrayList<>(samples.values())));
    return Optional.of(new SettledBatch(manifest, settled, byGroup));
  }

  /** How many of its groups have settled. */
  int settledGroups() {
    return settled == null ? 0 : settled.statuses().size();
  }
}
