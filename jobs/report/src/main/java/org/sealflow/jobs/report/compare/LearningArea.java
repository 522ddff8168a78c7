package org.sealflow.jobs.report.compare;

import java.util.List;
import java.util.OptionalDouble;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;

/**
 * The mean height of a run's validation curve, by trapezoids: how early it learns what it learns.
 * The curve runs over the tokens that were sampled before each version, or over versions if tokens
 * were not counted.
 */
final class LearningArea {
  private LearningArea() {}

  /** The mean share of strict successes, 0 to 1; empty if fewer than two versions were measured. */
  static OptionalDouble of(RunHistory run) {
    List<EvaluationLine> measured =
        run.validations().stream().filter(line -> line.all().counted() > 0).toList();
    double area = 0;
    double width = 0;
    for (int i = 1; i < measured.size(); i++) {
      double step = at(run, measured.get(i)) - at(run, measured.get(i - 1));
      area += step * (measured.get(i).all().rate() + measured.get(i - 1).all().rate()) / 2;
      width += step;
    }
    return width > 0 ? OptionalDouble.of(area / width) : OptionalDouble.empty();
  }

  private static double at(RunHistory run, EvaluationLine line) {
    boolean counted = run.batches().stream().anyMatch(batch -> batch.sampledTokens() > 0);
    return counted
        ? run.batches().stream()
            .filter(batch -> batch.batch() < line.version())
            .mapToLong(BatchLine::sampledTokens)
            .sum()
        : line.version();
  }
}
