package org.sealflow.learn.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The effect of weighting on a batch.
 *
 * @param scaled trajectories with tags
 * @param missing trajectories without
 * @param meanBefore mean scale of those with tags before budget or balance; 1 without any
 * @param meanAfter mean scale of those with tags in the end; 1 without any
 */
public record ScaleSummary(int scaled, int missing, double meanBefore, double meanAfter) {
  static ScaleSummary of(List<SampleDiagnosis> diagnoses, double[] before, double[] after) {
    double[] tagged = tagged(diagnoses, before);
    return new ScaleSummary(
        tagged.length,
        diagnoses.size() - tagged.length,
        mean(tagged),
        mean(tagged(diagnoses, after)));
  }

  /** The values of the trajectories that have tags, in their order. */
  static double[] tagged(List<SampleDiagnosis> diagnoses, double[] values) {
    return IntStream.range(0, values.length)
        .filter(i -> !diagnoses.get(i).tags().isEmpty())
        .mapToDouble(i -> values[i])
        .toArray();
  }

  /** The mean of scales, 1 where there are none. */
  static double mean(double[] scales) {
    return Arrays.stream(scales).average().orElse(1);
  }
}
