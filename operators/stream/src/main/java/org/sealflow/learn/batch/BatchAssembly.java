package org.sealflow.learn.batch;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sealflow.learn.algorithm.CreditRule;
import org.sealflow.learn.algorithm.DropRule;
import org.sealflow.learn.algorithm.RewardedSample;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Verdict;

/**
 * The rules by which arriving episodes become the batch of a step. They look at what arrived and
 * never at the order, so that a step consumes the same episodes however they were delivered:
 *
 * <ul>
 *   <li>a group is dropped as soon as one of its episodes shows that its task is defective;
 *   <li>an episode that says nothing else about the policy costs itself alone: the group goes on
 *       without it as long as two of its planned episodes can still count, and is dropped then;
 *   <li>it is complete when all its episodes are there, late or not, and dropped as expired if some
 *       are missing and its time is up;
 *   <li>a complete one that the drop rule leaves out is dropped;
 *   <li>when all groups have settled, the step takes the first complete ones by id that it can
 *       train on, as many as it needs, and their episodes by sample index.
 * </ul>
 */
public final class BatchAssembly {
  /** Fewer episodes have nothing to be compared with. */
  private static final int LEAST_COMPARED = 2;

  private final BatchManifest manifest;
  private final Map<String, PlannedGroup> planned;
  private final DropRule drop;
  private final CreditRule credit;

  /**
   * Assembles a planned batch.
   *
   * @param manifest the batch as planned
   * @param drop which complete groups are left out
   * @param credit what turns are credited with
   */
  public BatchAssembly(BatchManifest manifest, DropRule drop, CreditRule credit) {
    this.manifest = manifest;
    this.drop = drop;
    this.credit = credit;
    this.planned = new TreeMap<>();
    for (PlannedGroup group : manifest.getGroups()) {
      planned.put(group.getGroupId(), group);
    }
  }

  /** Why an episode cannot belong to the batch; empty if it does. */
  public Optional<String> problem(ArrivedEpisode episode) {
    PlannedGroup group = planned.get(episode.groupId());
    if (group == null) {
      return Optional.of(
          "episode %s is of group %s, which batch %d did not plan; drop it"
              .formatted(episode.episodeId(), episode.groupId(), manifest.getBatchNumber()));
    }
    if (episode.sampleIndex() >= group.getSize()) {
      return Optional.of(
          "episode %s is sample %d of group %s, expected 0 to %d; drop it"
              .formatted(
                  episode.episodeId(),
                  episode.sampleIndex(),
                  episode.groupId(),
                  group.getSize() - 1));
    }
    return Optional.empty();
  }

  /**
   * How far the batch has come.
   *
   * @param arrived the episodes that are there, in any order; duplicates change nothing
   * @param expired the groups whose time is up
   * @throws IllegalArgumentException for an episode with a {@link #problem}
   */
  public SettledGroups settle(Collection<ArrivedEpisode> arrived, Set<String> expired) {
    Map<String, Map<Integer, ArrivedEpisode>> samples = samples(arrived);
    Map<String, GroupStatus> statuses = new TreeMap<>();
    List<TakenGroup> complete = new ArrayList<>();
    for (PlannedGroup group : planned.values()) {
      String id = group.getGroupId();
      List<ArrivedEpisode> episodes = List.copyOf(samples.getOrDefault(id, Map.of()).values());
      GroupStatus status = status(group, episodes, expired.contains(id));
      statuses.put(id, status);
      if (status == GroupStatus.COMPLETE) {
        complete.add(new TakenGroup(group, usable(episodes)));
      }
    }
    boolean settled = statuses.values().stream().allMatch(GroupStatus::isSettled);
    return new SettledGroups(statuses, settled ? complete : List.of());
  }

  private Map<String, Map<Integer, ArrivedEpisode>> samples(Collection<ArrivedEpisode> arrived) {
    Map<String, Map<Integer, ArrivedEpisode>> samples = new HashMap<>();
    for (ArrivedEpisode episode : arrived) {
      problem(episode)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException(problem);
              });
      samples
          .computeIfAbsent(episode.groupId(), group -> new TreeMap<>())
          .merge(episode.sampleIndex(), episode, BatchAssembly::counting);
    }
    return samples;
  }

  /** Of two attempts at one episode the lower counts, whichever came first. */
  private static ArrivedEpisode counting(ArrivedEpisode one, ArrivedEpisode other) {
    return one.attempt() <= other.attempt() ? one : other;
  }

  private GroupStatus status(PlannedGroup group, List<ArrivedEpisode> episodes, boolean expired) {
    if (episodes.stream().anyMatch(episode -> episode.verdict() == Verdict.TASK_DEFECTIVE)) {
      return GroupStatus.DEFECTIVE_TASK;
    }
    List<ArrivedEpisode> usable = usable(episodes);
    int lost = episodes.size() - usable.size();
    if (lost > 0 && group.getSize() - lost < LEAST_COMPARED) {
      return GroupStatus.INFRASTRUCTURE;
    }
    if (episodes.size() < group.getSize()) {
      return expired ? GroupStatus.EXPIRED : GroupStatus.WAITING;
    }
    List<RewardedSample> samples = usable.stream().map(ArrivedEpisode::rewarded).toList();
    return drop.drops(samples, credit) ? GroupStatus.ZERO_VARIANCE : GroupStatus.COMPLETE;
  }

  private static List<ArrivedEpisode> usable(List<ArrivedEpisode> episodes) {
    return episodes.stream().filter(ArrivedEpisode::isUsable).toList();
  }
}
