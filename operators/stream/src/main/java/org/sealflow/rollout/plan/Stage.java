package org.sealflow.rollout.plan;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage of a curriculum, as in EnvTuning (arXiv 2510.10197): which tasks are played, and whether
 * the interface helps.
 *
 * @param categories tasks of these are played; of all if it is empty
 * @param plain whether no group is shown patches
 * @param until the share of strict successes at which the next stage begins, above 0, at most 1;
 *     null if this one lasts
 * @param batches over how many batches of the stage, the newest that are settled, the share is
 *     taken, from 1; 0 for {@value #DEFAULT_BATCHES}
 */
public record Stage(List<String> categories, boolean plain, @Nullable Double until, int batches)
    implements Serializable {
  private static final int DEFAULT_BATCHES = 4;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming every problem
   */
  public Stage {
    categories = categories == null ? List.of() : List.copyOf(categories);
    SettingProblems problems = new SettingProblems();
    problems.expect(
        until == null || (until > 0 && until <= 1), "until", until, "more than 0, at most 1");
    problems.expect(batches >= 0, "batches", batches, "0 or more");
    problems.throwIfAny("stage");
    batches = batches == 0 ? DEFAULT_BATCHES : batches;
  }

  /** Whether a task is played in it. */
  boolean plays(PlannedTask task) {
    return categories.isEmpty() || categories.contains(task.category());
  }
}
