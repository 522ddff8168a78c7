package org.sealflow.learn.batch;

import java.util.List;

/**
 * How far behind the policies were that acted in a batch, in versions.
 *
 * @param mean mean over the episodes that name a version, from 0; 0 without any
 * @param greatest greatest of them, from 0; 0 without any
 */
public record Staleness(double mean, long greatest) {
  /**
   * The staleness of what a step takes: of each episode the version that learns minus the lowest
   * version that acted in it.
   *
   * @param learning version of the policy the step starts from
   * @param groups the groups it takes
   * @throws IllegalArgumentException if an episode names a version newer than that
   */
  public static Staleness of(long learning, List<TakenGroup> groups) {
    long episodes = 0;
    long sum = 0;
    long greatest = 0;
    for (TakenGroup group : groups) {
      for (ArrivedEpisode episode : group.episodes()) {
        Long acted = episode.oldestPolicyVersion();
        if (acted != null) {
          long behind = behind(learning, acted, episode);
          episodes++;
          sum += behind;
          greatest = Math.max(greatest, behind);
        }
      }
    }
    return new Staleness(episodes == 0 ? 0 : (double) sum / episodes, greatest);
  }

  private static long behind(long learning, long acted, ArrivedEpisode episode) {
    if (acted > learning) {
      throw new IllegalArgumentException(
          "episode %s was acted by version %d, but version %d learns; are two learners running?"
              .formatted(episode.episodeId(), acted, learning));
    }
    return learning - acted;
  }
}
