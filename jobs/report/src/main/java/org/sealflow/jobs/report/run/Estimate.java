package org.sealflow.jobs.report.run;

import java.util.List;
import org.sealflow.statistics.Interval;

/**
 * A mean over tasks with its 95 % interval. Each task enters with its mean over some runs, so what
 * is common to the runs at a task does not count several times. The interval says how far other
 * tasks would have given another mean of these runs; how far other runs would is not in it.
 *
 * @param runs how many runs each task's value is the mean of
 * @param tasks how many tasks, at least one
 * @param mean the mean
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 */
public record Estimate(int runs, int tasks, double mean, double low, double high) {
  /**
   * Mean success. The interval is Wilson's with the effective number of trials p(1 − p)/v, where v
   * is the variance of the mean over tasks (Dean and Pagano, Journal of Survey Statistics and
   * Methodology 3, 484-503, 2015), from the number of tasks to that of episodes. Of a single run it
   * is Wilson's as it stands.
   *
   * @param shares shares of runs that succeed, 0 to 1, task by task
   */
  public static Estimate ofSuccess(int runs, List<Double> shares) {
    int tasks = shares.size();
    double mean = mean(shares);
    double variance = variance(shares, mean);
    double episodes = (double) runs * tasks;
    double trials = variance == 0 ? tasks : Math.min(episodes, mean * (1 - mean) / variance);
    Interval interval = wilson(mean, Math.max(tasks, trials));
    return new Estimate(runs, tasks, mean, interval.low(), interval.high());
  }

  /**
   * A mean of differences. The interval is Wald's for paired values, mean ± z √v; of a single run
   * it is that of {@link org.sealflow.jobs.run.PairedDifference}.
   *
   * @param differences differences of such shares, −1 to 1, task by task
   */
  public static Estimate ofDifference(int runs, List<Double> differences) {
    double mean = mean(differences);
    double margin = Interval.NORMAL_95 * Math.sqrt(variance(differences, mean));
    return new Estimate(runs, differences.size(), mean, mean - margin, mean + margin);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** Of the mean, not of the values. */
  private static double variance(List<Double> values, double mean) {
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return squares / values.size() / values.size();
  }

  /** As {@link Interval#wilson(long, long)}, of trials that need not be whole. */
  private static Interval wilson(double share, double trials) {
    double square = Interval.NORMAL_95 * Interval.NORMAL_95 / trials;
    double centre = (share + square / 2) / (1 + square);
    double half =
        Interval.NORMAL_95
            * Math.sqrt(share * (1 - share) / trials + square / (4 * trials))
            / (1 + square);
    return new Interval(share == 0 ? 0 : centre - half, share == 1 ? 1 : centre + half);
  }
}
