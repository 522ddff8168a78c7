package org.sealflow.learn.step;

import java.util.List;
import org.sealflow.learn.sample.TrainingEpisode;

/**
 * A group a step trains on.
 *
 * @param groupId the group
 * @param branch whether its episodes branch off another one
 * @param episodes its episodes by sample index, all trainable; at least one
 * @param rewards the reward of each
 */
public record TrainingGroup(
    String groupId, boolean branch, List<TrainingEpisode> episodes, List<Double> rewards) {
  /** Copies the lists. */
  public TrainingGroup {
    episodes = List.copyOf(episodes);
    rewards = List.copyOf(rewards);
  }
}
