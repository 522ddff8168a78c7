package org.sealflow.jobs.run;

import java.util.Map;
import org.sealflow.statistics.Interval;

/**
 * The difference of how often two policies succeed, on tasks both have played.
 *
 * @param tasks tasks both have played
 * @param gained tasks only the second succeeds at
 * @param lost tasks only the first succeeds at
 */
public record PairedDifference(int tasks, int gained, int lost) {
  /** Compares outcomes by task id. */
  public static PairedDifference of(Map<String, Boolean> first, Map<String, Boolean> second) {
    int tasks = 0;
    int gained = 0;
    int lost = 0;
    for (Map.Entry<String, Boolean> entry : first.entrySet()) {
      Boolean other = second.get(entry.getKey());
      if (other != null) {
        tasks++;
        gained += other && !entry.getValue() ? 1 : 0;
        lost += !other && entry.getValue() ? 1 : 0;
      }
    }
    return new PairedDifference(tasks, gained, lost);
  }

  /** The second's success rate less the first's, −1 to 1; NaN of no tasks. */
  public double difference() {
    return tasks == 0 ? Double.NaN : (gained - lost) / (double) tasks;
  }

  /**
   * Half the width of the 95 % interval around the difference: Wald's for paired proportions
   * (Agresti, Categorical Data Analysis, 11.1.1), variance ((g + l) − (g − l)² / n) / n².
   */
  public double margin() {
    double net = gained - lost;
    return tasks == 0
        ? Double.NaN
        : Interval.NORMAL_95 * Math.sqrt(gained + lost - net * net / tasks) / tasks;
  }

  /** The lower end of the 95 % interval. */
  public double low() {
    return difference() - margin();
  }

  /** The upper end of the 95 % interval. */
  public double high() {
    return difference() + margin();
  }
}
