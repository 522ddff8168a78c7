package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.sealflow.diagnose.RewardRule;
import org.sealflow.learn.algorithm.WeighedGroup;
import org.sealflow.learn.algorithm.WeighedSample;
import org.sealflow.learn.sample.TrainingEpisode;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.PlannedGroup;

/** Measures of a step by group of its batch. */
public final class GroupSteps {
  private GroupSteps() {}

  /** The groups of a batch after its step, by id. */
  public static List<GroupStep> of(
      SettledBatch batch, LearnerStep step, Set<String> untrainable, RewardRule rewardRule) {
    List<GroupStep> steps = new ArrayList<>();
    for (PlannedGroup planned : batch.manifest().getGroups()) {
      steps.add(of(planned, batch, step, untrainable, rewardRule));
    }
    steps.sort(Comparator.comparing(GroupStep::getGroupId));
    return steps;
  }

  private static GroupStep of(
      PlannedGroup planned,
      SettledBatch batch,
      LearnerStep step,
      Set<String> untrainable,
      RewardRule rewardRule) {
    String id = planned.getGroupId();
    GroupStep group = new GroupStep();
    group.setGroupId(id);
    group.setTaskId(planned.getTaskId());
    group.setRewards(batch.isComplete(id) ? rewards(batch, id, rewardRule) : List.of());
    group.setAdvantages(List.of());
    group.setWeights(List.of());
    group.setTurnAdvantages(List.of());
    group.setOutcome(untrainable.contains(id) ? GroupOutcome.UNTRAINABLE : batch.outcome(id));
    for (int i = 0; i < step.groups().size(); i++) {
      if (step.groups().get(i).groupId().equals(id)) {
        group.setRewards(step.groups().get(i).rewards());
        used(group, step.weighed().groups().get(i));
      }
    }
    return group;
  }

  private static List<Double> rewards(SettledBatch batch, String id, RewardRule rewardRule) {
    return batch.episodes(id).stream()
        .filter(TrainingEpisode::isTrainable)
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
    group.setTurnAdvantages(weighed.samples().stream().map(WeighedSample::turns).toList());
    group.setResidual(advantages.stream().mapToDouble(Double::doubleValue).sum());
  }
}
