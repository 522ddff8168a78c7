package org.sealflow.nano.warm;

import java.util.Map;
import java.util.TreeMap;
import org.sealflow.statistics.Interval;

/**
 * Strict successes by category: episodes in which every turn was solved or rightly left alone.
 *
 * @param categories name of the category to what came of its tasks, in the order of the names
 */
public record StrictSuccesses(Map<String, Score> categories) {
  /** Copies and sorts the map. */
  public StrictSuccesses {
    categories = new TreeMap<>(categories);
  }

  /**
   * Tasks, and how many of them succeeded.
   *
   * @param successes 0 to {@code tasks}
   * @param tasks 0 or more
   */
  public record Score(int successes, int tasks) {
    /** Share of successes; NaN without tasks. */
    public double share() {
      return successes / (double) tasks;
    }

    /** Wilson's interval of the share at 95 %. */
    public Interval interval() {
      return Interval.wilson(successes, tasks);
    }

    Score plus(boolean success) {
      return new Score(successes + (success ? 1 : 0), tasks + 1);
    }

    Score plus(Score other) {
      return new Score(successes + other.successes, tasks + other.tasks);
    }
  }

  /** All categories together. */
  public Score overall() {
    return categories.values().stream().reduce(new Score(0, 0), Score::plus);
  }
}
