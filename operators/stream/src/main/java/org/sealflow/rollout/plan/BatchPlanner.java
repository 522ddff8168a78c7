package org.sealflow.rollout.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sealflow.rollout.branch.Prefix;
import org.sealflow.rollout.patch.PatchSet;
import org.sealflow.schemas.Arm;
import org.sealflow.schemas.BatchManifest;
import org.sealflow.schemas.EpisodeStarted;
import org.sealflow.schemas.Mode;
import org.sealflow.schemas.PlannedGroup;
import org.sealflow.schemas.Records;

/**
 * Plans the content of a batch: a function of the plan, the batch's number, the tasks' weights, the
 * branches and the patches alone, so that a planner restored from anywhere plans the same batch
 * again, but for patches that have come or gone meanwhile.
 */
final class BatchPlanner {
  private final RolloutPlan plan;
  private final NamedDraws draws;

  /** The order of the tasks in the epoch planned last; groups come epoch by epoch. */
  private int[] order = new int[0];

  private long orderedEpoch = -1;

  BatchPlanner(RolloutPlan plan) {
    this.plan = plan;
    this.draws = NamedDraws.of(plan.seed());
  }

  /**
   * A batch.
   *
   * @param batchNumber its number, from 0
   * @param policyVersion the version it is planned for, from 0
   * @param plannedAt now
   * @param runStartedAt when the run started, milliseconds since the epoch
   * @param choices what its groups may play and be shown
   */
  PlannedBatch batch(
      long batchNumber,
      long policyVersion,
      Instant plannedAt,
      long runStartedAt,
      BatchChoices choices) {
    List<PlannedGroup> groups = new ArrayList<>();
    List<EpisodeRequest> requests = new ArrayList<>();
    Map<String, PatchSet> shown = new HashMap<>();
    Set<Integer> holdout = holdout(batchNumber);
    List<Double> weights = choices.weights();
    List<PlannedTask> tasks =
        weights == null
            ? nextTasks(choices.tasks(), batchNumber)
            : drawn(choices.tasks(), weights, batchNumber);
    for (int group = 0; group < plan.shape().groups(); group++) {
      PlannedTask task = tasks.get(group);
      boolean plain = holdout.contains(group);
      PatchSet set = plain ? PatchSet.EMPTY : choices.patches().ofCategory(task.category());
      PlannedGroup planned =
          new PlannedGroup(
              groupId(batchNumber, group),
              task.taskId(),
              task.digest(),
              plan.shape().groupSize(),
              plain ? Arm.HOLDOUT : Arm.PATCHED,
              null,
              set.isEmpty() ? null : set.digest(),
              set.keys());
      groups.add(planned);
      shown.put(set.digest(), set);
      for (int sample = 0; sample < planned.getSize(); sample++) {
        requests.add(request(planned, sample, batchNumber, runStartedAt, set, null));
      }
    }
    for (Prefix prefix : choices.prefixes()) {
      PatchSet set = choices.patches().ofDigest(prefix.source().getPatchSetDigest());
      if (set == null) {
        continue;
      }
      PlannedGroup planned = branch(groupId(batchNumber, groups.size()), prefix, set);
      groups.add(planned);
      shown.put(set.digest(), set);
      for (int sample = 0; sample < planned.getSize(); sample++) {
        requests.add(request(planned, sample, batchNumber, runStartedAt, set, prefix));
      }
    }
    shown.remove(PatchSet.EMPTY.digest());
    BatchManifest manifest =
        BatchManifest.newBuilder()
            .setRunId(plan.runId())
            .setBatchNumber(batchNumber)
            .setMode(plan.mode())
            .setPolicyVersion(policyVersion)
            .setPlannedAt(plannedAt)
            .setGroupsNeeded(plan.shape().groupsNeeded())
            .setGroups(groups)
            .build();
    return new PlannedBatch(Records.valid(manifest), requests, shown);
  }

  /** A branch is shown what its source was: what it repeats was said to that. */
  private PlannedGroup branch(String groupId, Prefix prefix, PatchSet set) {
    EpisodeStarted source = prefix.source();
    return new PlannedGroup(
        groupId,
        source.getTaskId(),
        source.getTaskDigest(),
        plan.branching().samples(),
        source.getArm(),
        prefix.branch(),
        source.getPatchSetDigest(),
        set.keys());
  }

  /** Batches are numbered within run and mode, so the ids of evaluations say that they are some. */
  private String groupId(long batchNumber, int group) {
    String run = plan.mode() == Mode.EVAL ? plan.runId() + "/eval" : plan.runId();
    return run + "/b" + batchNumber + "/g" + group;
  }

  private List<PlannedTask> nextTasks(List<PlannedTask> tasks, long batchNumber) {
    int groups = plan.shape().groups();
    return IntStream.range(0, groups)
        .mapToObj(i -> tasks.get(position(batchNumber * groups + i, tasks.size())))
        .toList();
  }

  /**
   * Tasks drawn by weight, none twice before all are drawn: those whose exponential waiting times
   * are over first (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006).
   */
  private List<PlannedTask> drawn(List<PlannedTask> tasks, List<Double> weights, long batchNumber) {
    NamedDraws drawn = draws.at("weighted tasks").at(batchNumber);
    List<Integer> byTime =
        IntStream.range(0, weights.size())
            .boxed()
            .sorted(
                Comparator.comparingDouble(i -> -Math.log1p(-drawn.at(i).unit()) / weights.get(i)))
            .toList();
    return IntStream.range(0, plan.shape().groups())
        .mapToObj(group -> tasks.get(byTime.get(group % byTime.size())))
        .toList();
  }

  /**
   * Which task a group plays, counted over all batches: each epoch holds every task once, but for
   * one in which tasks are added.
   */
  private int position(long index, int count) {
    long epoch = index / count;
    if (epoch != orderedEpoch || order.length != count) {
      order = draws.at("tasks").at(epoch).permutation(count);
      orderedEpoch = epoch;
    }
    return order[(int) (index % count)];
  }

  /**
   * The groups of a batch that are shown no patch. How many there are is rounded such that their
   * share of all groups up to any batch is right to less than one group.
   */
  private Set<Integer> holdout(long batchNumber) {
    int groups = plan.shape().groups();
    Set<Integer> chosen = new HashSet<>();
    int[] shuffled = draws.at("holdout").at(batchNumber).permutation(groups);
    boolean all = plan.mode() == Mode.EVAL || !plan.arms().patches();
    long count = all ? groups : holdoutBefore(batchNumber + 1) - holdoutBefore(batchNumber);
    Arrays.stream(shuffled).limit(count).forEach(chosen::add);
    return chosen;
  }

  private long holdoutBefore(long batchNumber) {
    double expected = (double) batchNumber * plan.shape().groups() * plan.arms().holdoutShare();
    return (long) Math.floor(expected + draws.at("holdout").unit());
  }

  private EpisodeRequest request(
      PlannedGroup group,
      int sample,
      long batchNumber,
      long runStartedAt,
      PatchSet patches,
      @Nullable Prefix prefix) {
    String episodeId = group.getGroupId() + "/s" + sample;
    return new EpisodeRequest(
        plan.runId(),
        episodeId,
        0,
        group.getTaskId(),
        group.getTaskDigest(),
        group.getGroupId(),
        sample,
        group.getSize(),
        batchNumber,
        plan.mode(),
        group.getArm(),
        plan.sampling().temperature(),
        plan.sampling().topP(),
        plan.sampling().topK(),
        plan.sampling().maxTokens(),
        draws.at("sampling").at(episodeId).state(),
        runStartedAt,
        plan.admission().oldestVersion(batchNumber),
        patches.patches(),
        prefix);
  }
}
