package org.sealflow.jobs.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;
import org.sealflow.statistics.Interval;

/**
 * Runs that differ in their seed only, as far as their names say: those of {@code sealflow
 * experiment} are named {@code <arm>-s<seed>-<number>}, others {@code <name>-<number>}.
 *
 * @param name what their names begin with
 * @param runs the runs, at least one
 */
record RunArm(String name, List<RunHistory> runs) {
  private static final Pattern SEED = Pattern.compile("(?<=.)(-s[0-9]+)?-[0-9]+$");

  /**
   * A point of a curve over all runs of the arm.
   *
   * @param version the version
   * @param mean mean share of strict successes, 0 to 1
   * @param low lowest share of a run; of a single run the lower end of its Wilson interval at 95 %
   * @param high highest share of a run, or the upper end likewise
   */
  record Point(long version, double mean, double low, double high) {}

  /** Runs by arm, in the order of each arm's first run. */
  static List<RunArm> of(List<RunHistory> runs) {
    Map<String, List<RunHistory>> arms = new LinkedHashMap<>();
    for (RunHistory run : runs) {
      arms.computeIfAbsent(arm(run.runId()), name -> new ArrayList<>()).add(run);
    }
    List<RunArm> grouped = new ArrayList<>();
    arms.forEach((name, of) -> grouped.add(new RunArm(name, List.copyOf(of))));
    return grouped;
  }

  /** The arm of a run's name. */
  static String arm(String runId) {
    return SEED.matcher(runId).replaceFirst("");
  }

  /** Success on validation at the versions that every run was measured at. */
  List<Point> curve(Function<EvaluationLine, Successes> part) {
    Map<Long, List<Successes>> measured = new TreeMap<>();
    for (RunHistory run : runs) {
      for (EvaluationLine line : run.validations()) {
        Successes successes = part.apply(line);
        if (successes.counted() > 0) {
          measured.computeIfAbsent(line.version(), any -> new ArrayList<>()).add(successes);
        }
      }
    }
    List<Point> points = new ArrayList<>();
    measured.forEach(
        (version, of) -> {
          if (of.size() == runs.size()) {
            points.add(point(version, of));
          }
        });
    return points;
  }

  private static Point point(long version, List<Successes> of) {
    if (of.size() == 1) {
      Interval interval = of.get(0).interval();
      return new Point(version, of.get(0).rate(), interval.low(), interval.high());
    }
    RunSpread spread = RunSpread.of(of.stream().map(Successes::rate).toList());
    return new Point(version, spread.mean(), spread.low(), spread.high());
  }

  /** The rates of its runs in a category, each run's as it stands; only of those measured. */
  RunSpread test(TestPlay play, Function<EvaluationLine, Successes> part) {
    return RunSpread.of(
        runs.stream()
            .flatMap(run -> run.test(play).last().stream())
            .map(part)
            .filter(successes -> successes.counted() > 0)
            .map(Successes::rate)
            .toList());
  }

  /** The categories of its runs, sorted. */
  Set<String> categories() {
    Set<String> names = new TreeSet<>();
    runs.forEach(run -> names.addAll(run.categories()));
    return names;
  }
}
