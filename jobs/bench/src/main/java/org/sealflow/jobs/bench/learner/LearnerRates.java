package org.sealflow.jobs.bench.learner;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Medians;

/** The measured rates of a route, round by round. */
final class LearnerRates {
  private final LearnerRoute route;
  private final LearnerShape shape;
  private final Map<LearnerWork, List<Double>> perSecond = new EnumMap<>(LearnerWork.class);

  LearnerRates(LearnerRoute route, LearnerShape shape) {
    this.route = route;
    this.shape = shape;
  }

  /** The rates of a work, one for each round. */
  private List<Double> of(LearnerWork work) {
    return perSecond.computeIfAbsent(work, unused -> new ArrayList<>());
  }

  /** Does a work again and again for a while, at least once, and notes the rate. */
  void round(LearnerWork work, Duration measure) {
    long begun = System.nanoTime();
    long units = 0;
    long now;
    do {
      route.run(work);
      units++;
      now = System.nanoTime();
    } while (now - begun < measure.toNanos());
    of(work).add(units * shape.tokens(work) * 1e9 / (now - begun));
  }

  private double median(LearnerWork work) {
    Medians medians = new Medians();
    of(work).forEach(medians::add);
    return medians.median();
  }

  /** Median of the rounds' quotients: what else the machine does falls on both of a round. */
  double over(LearnerRates other, LearnerWork work) {
    Medians quotients = new Medians();
    for (int round = 0; round < of(work).size(); round++) {
      quotients.add(of(work).get(round) / other.of(work).get(round));
    }
    return quotients.median();
  }

  /**
   * Its rates.
   *
   * @param prefix what keys begin with; empty for none
   */
  List<Figure> figures(String prefix) {
    List<Figure> figures = new ArrayList<>();
    for (LearnerWork work : LearnerWork.values()) {
      figures.add(
          Figure.measured(
              key(prefix, work.word() + "TokensPerSecond"),
              work.word() + ", tokens per second",
              median(work)));
    }
    return figures;
  }

  /** A key behind a prefix, in camel case. */
  static String key(String prefix, String name) {
    return prefix.isEmpty()
        ? name
        : prefix + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
