package org.sealflow.jobs.report.compare;

import java.util.DoubleSummaryStatistics;
import java.util.List;

/**
 * Mean and range of a figure over some runs.
 *
 * @param runs how many there are
 * @param mean their mean; NaN of none
 * @param low the lowest; NaN of none
 * @param high the highest; NaN of none
 */
record RunSpread(int runs, double mean, double low, double high) {
  static RunSpread of(List<Double> values) {
    if (values.isEmpty()) {
      return new RunSpread(0, Double.NaN, Double.NaN, Double.NaN);
    }
    DoubleSummaryStatistics all =
        values.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    return new RunSpread(values.size(), all.getAverage(), all.getMin(), all.getMax());
  }
}
