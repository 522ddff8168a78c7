package org.sealflow.jobs.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The mean difference between two arms over the seeds that both have played, paired by seed, with
 * the interval and the test of Student's t: how far other seeds would have given another mean.
 *
 * @param seeds how many seeds both have, from 2
 * @param mean the mean difference
 * @param low the lower end of its 95 % interval
 * @param high the upper end of its 95 % interval
 * @param p probability of a mean at least as far from 0 if there were no difference, two-sided
 */
record SeedDifference(int seeds, double mean, double low, double high, double p) {
  private static final double UPPER = 0.975;

  /** By seed, one value less the other; empty if both have fewer than two seeds in common. */
  static Optional<SeedDifference> of(Map<Long, Double> mine, Map<Long, Double> theirs) {
    SummaryStatistics differences = new SummaryStatistics();
    mine.forEach(
        (seed, value) -> {
          Double other = theirs.get(seed);
          if (other != null) {
            differences.addValue(value - other);
          }
        });
    int seeds = (int) differences.getN();
    if (seeds < 2) {
      return Optional.empty();
    }
    double mean = differences.getMean();
    double error = differences.getStandardDeviation() / Math.sqrt(seeds);
    TDistribution student = new TDistribution(seeds - 1);
    double margin = student.inverseCumulativeProbability(UPPER) * error;
    double p =
        error == 0
            ? (mean == 0 ? 1 : 0)
            : 2 * student.cumulativeProbability(-Math.abs(mean / error));
    return Optional.of(new SeedDifference(seeds, mean, mean - margin, mean + margin, p));
  }

  /**
   * Probabilities corrected for being several, by Holm's method (Scandinavian Journal of Statistics
   * 6, 65-70, 1979), in their order.
   */
  static List<Double> holm(List<Double> probabilities) {
    TreeMap<Double, Integer> atMost = new TreeMap<>();
    List<Double> sorted = probabilities.stream().sorted().toList();
    List<Double> corrected = new ArrayList<>();
    double highest = 0;
    for (int i = 0; i < sorted.size(); i++) {
      highest = Math.max(highest, Math.min(1, sorted.get(i) * (sorted.size() - i)));
      corrected.add(highest);
      atMost.putIfAbsent(sorted.get(i), i);
    }
    return probabilities.stream().map(p -> corrected.get(atMost.getOrDefault(p, 0))).toList();
  }
}
