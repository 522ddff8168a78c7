package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.sample.TrainingEpisode;

/**
 * The groups of a settled batch that a step trains on. An episode that the policy cannot be trained
 * on, say because it is longer than the context, costs itself alone as long as two of its group
 * remain; a group that is lost is replaced by the next complete one. Branches are all taken.
 *
 * @param taken the groups, by id, with the episodes that can be trained on
 * @param untrainable ids of groups that were passed over
 */
public record TrainableGroups(List<TrainingGroup> taken, Set<String> untrainable) {
  /** Fewer episodes have nothing to be compared with. */
  private static final int LEAST_COMPARED = 2;

  /** Copies. */
  public TrainableGroups {
    taken = List.copyOf(taken);
    untrainable = Set.copyOf(untrainable);
  }

  /** Chooses by what a policy can be trained on. */
  public static TrainableGroups of(SettledBatch batch, TrainablePolicy policy) {
    List<TrainingGroup> taken = new ArrayList<>();
    Set<String> untrainable = new HashSet<>();
    int begun = 0;
    for (TrainingGroup group : batch.complete()) {
      if (!group.branch() && begun == batch.needed()) {
        continue;
      }
      TrainingGroup left = trainable(group, policy);
      if (left.episodes().size() >= Math.min(LEAST_COMPARED, group.episodes().size())) {
        taken.add(left);
        begun += group.branch() ? 0 : 1;
      } else {
        untrainable.add(group.groupId());
      }
    }
    return new TrainableGroups(taken, untrainable);
  }

  private static TrainingGroup trainable(TrainingGroup group, TrainablePolicy policy) {
    List<Integer> kept =
        IntStream.range(0, group.episodes().size())
            .filter(i -> isTrainable(group.episodes().get(i), policy))
            .boxed()
            .toList();
    return new TrainingGroup(
        group.groupId(),
        group.branch(),
        kept.stream().map(group.episodes()::get).toList(),
        kept.stream().map(group.rewards()::get).toList());
  }

  private static boolean isTrainable(TrainingEpisode episode, TrainablePolicy policy) {
    return episode.sequence() != null && policy.problem(episode.sequence()).isEmpty();
  }
}
