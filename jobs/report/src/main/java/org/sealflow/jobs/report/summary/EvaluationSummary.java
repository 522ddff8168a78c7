package org.sealflow.jobs.report.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.schemas.EpisodeDiagnosis;
import org.sealflow.schemas.Verdict;
import org.sealflow.schemas.Verdicts;

/**
 * Sums up how well a policy does, per category and over all: the share of passed episodes, and
 * pass^k, the share of tasks passed in all of k runs (estimated without bias from n runs of each
 * task as the mean of C(passed, k) / C(n, k); Yao et al., arXiv 2406.12045).
 */
public final class EvaluationSummary {
  /** The name of the row over all categories. */
  public static final String ALL = "all";

  /** Counts of a task's runs. */
  private static final class TaskRuns {
    private int counted;
    private int passed;
    private int strict;
    private int infrastructure;
    private int defective;
    private int unjudged;

    void add(EpisodeDiagnosis episode) {
      Verdict verdict = episode.getVerdict();
      switch (verdict) {
        case PASSED, POLICY_FAILED -> counted++;
        case INFRASTRUCTURE_FAILED -> infrastructure++;
        case TASK_DEFECTIVE -> defective++;
        case UNJUDGED -> unjudged++;
      }
      passed += verdict == Verdict.PASSED ? 1 : 0;
      strict += verdict == Verdict.PASSED && episode.getStrictSuccess() ? 1 : 0;
    }
  }

  /**
   * The result of a category.
   *
   * @param category its name
   * @param tasks number of tasks tried
   * @param passed passed episodes among those that count
   * @param strict passed ones without a spurious call among those that count
   * @param infrastructure episodes that failed for a reason outside the policy
   * @param defective episodes of tasks that cannot be passed
   * @param unjudged episodes that rest on what nobody judged
   * @param passHat pass^1, pass^2, … up to the number of runs, 0 to 1; NaN if no task has so many
   *     runs that count
   */
  public record Row(
      String category,
      int tasks,
      Proportion passed,
      Proportion strict,
      int infrastructure,
      int defective,
      int unjudged,
      List<Double> passHat) {}

  private static final int MOST_EXCUSES = 5;

  private final int runs;
  private final Map<String, Integer> excused = new LinkedHashMap<>();
  private final Map<String, Map<String, TaskRuns>> categories = new TreeMap<>();

  /**
   * Of so many runs per task.
   *
   * @throws IllegalArgumentException if they are fewer than 1
   */
  public EvaluationSummary(int runs) {
    if (runs < 1) {
      throw new IllegalArgumentException("runs are " + runs + ", expected 1 or more");
    }
    this.runs = runs;
  }

  /** Counts an episode. */
  public void add(EpisodeDiagnosis episode) {
    if (!Verdicts.isAboutPolicy(episode.getVerdict())) {
      String reason = episode.getVerdictReason();
      excused.merge(
          episode.getVerdict() + ": " + (reason == null ? episode.getTaskId() : reason),
          1,
          Integer::sum);
    }
    categories
        .computeIfAbsent(episode.getCategory(), any -> new LinkedHashMap<>())
        .computeIfAbsent(episode.getTaskId(), any -> new TaskRuns())
        .add(episode);
  }

  /** Why episodes do not count, with their number; the first few reasons. */
  public Map<String, Integer> excused() {
    Map<String, Integer> first = new LinkedHashMap<>();
    excused.entrySet().stream()
        .limit(MOST_EXCUSES)
        .forEach(each -> first.put(each.getKey(), each.getValue()));
    return first;
  }

  /** A row per category, and one over all where there are several. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    List<TaskRuns> all = new ArrayList<>();
    categories.forEach(
        (category, tasks) -> {
          rows.add(row(category, List.copyOf(tasks.values())));
          all.addAll(tasks.values());
        });
    if (rows.size() > 1) {
      rows.add(row(ALL, all));
    }
    return rows;
  }

  private Row row(String category, List<TaskRuns> tasks) {
    long counted = 0;
    long passed = 0;
    long strict = 0;
    int infrastructure = 0;
    int defective = 0;
    int unjudged = 0;
    for (TaskRuns task : tasks) {
      counted += task.counted;
      passed += task.passed;
      strict += task.strict;
      infrastructure += task.infrastructure;
      defective += task.defective;
      unjudged += task.unjudged;
    }
    return new Row(
        category,
        tasks.size(),
        new Proportion(passed, counted),
        new Proportion(strict, counted),
        infrastructure,
        defective,
        unjudged,
        passHat(tasks));
  }

  private List<Double> passHat(List<TaskRuns> tasks) {
    List<Double> passHat = new ArrayList<>();
    for (int k = 1; k <= runs; k++) {
      int drawn = k;
      passHat.add(
          tasks.stream()
              .filter(task -> task.counted >= drawn)
              .mapToDouble(task -> allOf(task.passed, task.counted, drawn))
              .average()
              .orElse(Double.NaN));
    }
    return passHat;
  }

  /** The chance that k runs drawn without replacement all passed: C(passed, k) / C(n, k). */
  private static double allOf(int passed, int n, int k) {
    double chance = 1;
    for (int i = 0; i < k; i++) {
      chance *= Math.max(0, passed - i) / (double) (n - i);
    }
    return chance;
  }
}
