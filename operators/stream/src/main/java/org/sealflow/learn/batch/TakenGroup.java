package org.sealflow.learn.batch;

import java.util.List;
import org.sealflow.schemas.PlannedGroup;

/**
 * A group a step trains on.
 *
 * @param planned the group as planned
 * @param episodes its episodes that say something about the policy, by sample index
 */
public record TakenGroup(PlannedGroup planned, List<ArrivedEpisode> episodes) {
  /** Copies the episodes. */
  public TakenGroup {
    episodes = List.copyOf(episodes);
  }

  /** The rewards, by sample index. */
  public List<Double> rewards() {
    return episodes.stream().map(ArrivedEpisode::reward).toList();
  }
}
