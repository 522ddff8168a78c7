package org.sealflow.jobs.run;

import java.util.Map;
import java.util.TreeMap;

/**
 * The result of an evaluation: strict, without any patch; greedy, but for {@link #TEST_SAMPLED}.
 *
 * @param split what was played and how: {@link #VALIDATION}, {@link #TEST} or {@link #TEST_SAMPLED}
 * @param version the version evaluated
 * @param startedAt milliseconds since the epoch
 * @param seconds how long it took
 * @param categories successes by category
 * @param successes whether each task was a strict success, by task id; tasks that do not count are
 *     left out
 */
public record EvaluationLine(
    String split,
    long version,
    long startedAt,
    double seconds,
    Map<String, Successes> categories,
    Map<String, Boolean> successes) {
  /** The tasks that versions are chosen by. */
  public static final String VALIDATION = "validation";

  /** The tasks that are reported on. */
  public static final String TEST = "test";

  /** The same tasks, sampled at the rollouts' temperature. */
  public static final String TEST_SAMPLED = "test-sampled";

  /** Copies the maps. */
  public EvaluationLine {
    categories = new TreeMap<>(categories);
    successes = new TreeMap<>(successes);
  }

  /** Over all categories. */
  public Successes all() {
    return categories.values().stream().reduce(Successes.NONE, Successes::plus);
  }

  /** Of the category base; nothing where it has no tasks. */
  public Successes base() {
    return categories.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith("base"))
        .map(Map.Entry::getValue)
        .reduce(Successes.NONE, Successes::plus);
  }
}
