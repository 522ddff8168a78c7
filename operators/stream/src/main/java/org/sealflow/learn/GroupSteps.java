package org.sealflow.learn;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.WeighedGroup;
import org.sealflow.learn.algorithm.WeighedSample;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PlannedGroup;

/** What a step made of each group of its batch. */
final class GroupSteps {
  private GroupSteps() {}

  /** The groups of a batch after its step, by id. */
  static List<GroupStep> of(SettledBatch batch, LearnerStep step, RewardRule rewardRule) {
    List<GroupStep> steps = new ArrayList<>();
    for (PlannedGroup planned : batch.manifest().getGroups()) {
      steps.add(of(planned, batch, step, rewardRule));
    }
    steps.sort(Comparator.comparing(GroupStep::getGroupId));
    return steps;
  }

  private static GroupStep of(
      PlannedGroup planned, SettledBatch batch, LearnerStep step, RewardRule rewardRule) {
    String id = planned.getGroupId();
    GroupStep group = new GroupStep();
    group.setGroupId(id);
    group.setTaskId(planned.getTaskId());
    group.setRewards(batch.isComplete(id) ? rewards(batch, id, rewardRule) : List.of());
    group.setAdvantages(List.of());
    group.setWeights(List.of());
    group.setOutcome(batch.outcome(id));
    boolean taken =
        batch.groups().taken().stream().anyMatch(one -> one.planned().getGroupId().equals(id));
    if (taken) {
      group.setOutcome(GroupOutcome.UNTRAINABLE);
    }
    for (int i = 0; i < step.groups().size(); i++) {
      if (step.groups().get(i).groupId().equals(id)) {
        used(group, step.weighed().groups().get(i));
      }
    }
    return group;
  }

  private static List<Double> rewards(SettledBatch batch, String id, RewardRule rewardRule) {
    return batch.episodes(id).stream()
        .map(
            episode ->
                rewardRule.of(episode.findings().verdict(), episode.findings().strictSuccess()))
        .toList();
  }

  private static void used(GroupStep group, WeighedGroup weighed) {
    List<Double> advantages = weighed.samples().stream().map(WeighedSample::weighted).toList();
    group.setOutcome(GroupOutcome.USED);
    group.setAdvantages(advantages);
    group.setWeights(weighed.samples().stream().map(WeighedSample::scale).toList());
    group.setResidual(advantages.stream().mapToDouble(Double::doubleValue).sum());
  }
}
