package org.sealflow.jobs.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.run.EvaluationLine;

/**
 * The share of runs that succeed at each task.
 *
 * @param runs how many runs there are
 * @param shares shares of them, 0 to 1, by id of the tasks that all of them have played
 */
record TaskShares(int runs, Map<String, Double> shares) {
  /** Of a measurement of each run. */
  static TaskShares of(List<EvaluationLine> lines) {
    Map<String, Integer> played = new TreeMap<>();
    Map<String, Integer> succeeded = new TreeMap<>();
    for (EvaluationLine line : lines) {
      line.successes()
          .forEach(
              (task, success) -> {
                played.merge(task, 1, Integer::sum);
                succeeded.merge(task, success ? 1 : 0, Integer::sum);
              });
    }
    Map<String, Double> shares = new TreeMap<>();
    succeeded.forEach(
        (task, count) -> {
          if (played.getOrDefault(task, 0) == lines.size()) {
            shares.put(task, count / (double) lines.size());
          }
        });
    return new TaskShares(lines.size(), shares);
  }

  /** Mean success; empty if no such task was played. */
  Optional<Estimate> success(Predicate<String> wanted) {
    List<Double> values = new ArrayList<>();
    shares.forEach(
        (task, share) -> {
          if (wanted.test(task)) {
            values.add(share);
          }
        });
    return values.isEmpty() ? Optional.empty() : Optional.of(Estimate.ofSuccess(runs, values));
  }

  /** How much more often they succeed than others, on tasks both have played; empty of none. */
  Optional<Estimate> over(TaskShares others, Predicate<String> wanted) {
    List<Double> values = new ArrayList<>();
    shares.forEach(
        (task, share) -> {
          Double other = others.shares.get(task);
          if (other != null && wanted.test(task)) {
            values.add(share - other);
          }
        });
    return values.isEmpty() ? Optional.empty() : Optional.of(Estimate.ofDifference(runs, values));
  }
}
