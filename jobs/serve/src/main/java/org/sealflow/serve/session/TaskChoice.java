package org.sealflow.serve.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a caller chooses a task, and what for.
 *
 * @param taskId a task's name; null for one by its place
 * @param split the split to take it from; null for the first there is, {@code train} before others
 * @param index its place in the split, 0 or more; null for none
 * @param seed 0 or more, picks a place where there is no index; null for the first
 * @param strict whether it is an evaluation in any case
 * @param group what the caller calls the episodes it compares; null if nothing
 */
public record TaskChoice(
    @Nullable String taskId,
    @Nullable String split,
    @Nullable Long index,
    @Nullable Long seed,
    boolean strict,
    @Nullable String group) {
  /**
   * The task of the name; else of the index in the split; else number seed modulo the size of the
   * split; else the first.
   *
   * @throws IllegalArgumentException if there is none: one line
   */
  public String of(ServedTasks tasks) {
    if (taskId != null) {
      if (!tasks.contains(taskId)) {
        throw new IllegalArgumentException(
            "no task '" + taskId + "', expected one such as " + tasks.ids().get(0));
      }
      return taskId;
    }
    List<String> ids = split(tasks, split);
    if (index != null) {
      if (index >= ids.size()) {
        throw new IllegalArgumentException(
            "index is " + index + ", expected 0 to " + (ids.size() - 1));
      }
      return ids.get(index.intValue());
    }
    return ids.get(seed == null ? 0 : (int) (seed % ids.size()));
  }

  /**
   * The tasks of a split.
   *
   * @param name null for the first there is, {@code train} before others
   * @throws IllegalArgumentException if there is none of that name: one line
   */
  public static List<String> split(ServedTasks tasks, @Nullable String name) {
    if (name == null) {
      List<String> train = tasks.splits().get(ServedTasks.TRAIN);
      return train != null ? train : tasks.splits().values().iterator().next();
    }
    List<String> split = tasks.splits().get(name);
    if (split == null) {
      throw new IllegalArgumentException(
          "no split '" + name + "', expected " + String.join(" or ", tasks.splits().keySet()));
    }
    return split;
  }

  /** Training, unless it is strict or another split than the one for training is named. */
  public EpisodeStart.Purpose purpose() {
    boolean evaluation = strict || !(split == null || split.equals(ServedTasks.TRAIN));
    return new EpisodeStart.Purpose(evaluation, group == null ? "" : group);
  }
}
