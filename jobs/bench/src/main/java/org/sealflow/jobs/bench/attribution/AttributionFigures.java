package org.sealflow.jobs.bench.attribution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;

/** The figures of the benchmark of attribution. */
public final class AttributionFigures {
  private static final double TURNS = 0.99;
  private static final double CALLS = 0.97;
  private static final double EPISODES_PER_SECOND = 1_000;
  private static final double EXECUTIONS_PER_SECOND = 5_000;

  private AttributionFigures() {}

  /** The sums and rates, which have goals. */
  public static BenchResult totals(AttributionResult result) {
    return of(summaries(result));
  }

  /** The sums and rates, then everything by kind. */
  public static BenchResult all(AttributionResult result) {
    List<BenchResult.Section> sections = summaries(result);
    result.counts().rows().stream()
        .filter(count -> count != result.counts().all())
        .forEach(count -> sections.add(section(count)));
    return of(sections);
  }

  private static BenchResult of(List<BenchResult.Section> sections) {
    return new BenchResult(
        "attribution",
        Machine.here(),
        sections,
        List.of(
            "Faults are planted one or two at a time in episodes that pass; a planting after which"
                + " the official check still passes is dropped.",
            "The root-cause turn is right if it is the first planted turn; the call is right if the"
                + " repair is about every planted call and no other.",
            "An episode that passes officially and deviates all the same (calls where none are"
                + " wanted, another working directory) is counted apart: its own deviation may be"
                + " the first.",
            "Rates: searches for repairs in one thread, per second of its processor time."));
  }

  private static List<BenchResult.Section> summaries(AttributionResult result) {
    List<BenchResult.Section> sections = new ArrayList<>(List.of(summary(result)));
    sections.add(rate("planted faults", "planted", result.plantedRate()));
    SearchRate recorded = result.recordedRate();
    if (recorded != null) {
      sections.add(rate("recorded trajectories that fail", "recorded", recorded));
    }
    return sections;
  }

  private static BenchResult.Section rate(String title, String key, SearchRate rate) {
    return new BenchResult.Section(
        "repairs of " + title,
        List.of(
            Figure.counted(key + "Searched", "episodes searched", rate.episodes()),
            Figure.counted(key + "RepairFound", "repair found", rate.found()),
            Figure.counted(key + "SearchSpent", "executions used up", rate.spent()),
            Figure.measured(
                key + "EpisodesPerSecond",
                "episodes/s",
                rate.episodesPerSecond(),
                Goal.atLeast(EPISODES_PER_SECOND)),
            Figure.measured(
                key + "ExecutionsPerSecond",
                "executions/s",
                rate.executionsPerSecond(),
                Goal.atLeast(EXECUTIONS_PER_SECOND))));
  }

  private static BenchResult.Section summary(AttributionResult result) {
    AttributionCount all = result.counts().all();
    AttributionResult.Unplanted unplanted = result.unplanted();
    return new BenchResult.Section(
        "all faults",
        List.of(
            Figure.counted("planted", "failing episodes", all.planted()),
            Figure.counted("harmless", "plantings dropped, still passing", all.harmless()),
            Figure.measured(
                "rightTurn",
                "root-cause turn right, share",
                all.share(all.rightTurn()),
                Goal.atLeast(TURNS)),
            Figure.measured(
                "rightCall", "call right, share", all.share(all.rightCall()), Goal.atLeast(CALLS)),
            Figure.measured(
                "rightFailure", "failure named rightly, share", all.share(all.rightFailure())),
            Figure.measured("repaired", "repair found, share", all.share(all.repaired())),
            Figure.counted("passing", "passing episodes", unplanted.passing()),
            Figure.counted(
                "deviatingBefore", "deviating before a fault is planted", unplanted.deviating()),
            Figure.counted(
                "falseAlarms", "blamed though they do not deviate", unplanted.falseAlarms())));
  }

  private static BenchResult.Section section(AttributionCount count) {
    String key = key(count.label());
    return new BenchResult.Section(
        count.label(),
        List.of(
            Figure.counted(key + "Planted", "failing episodes", count.planted()),
            Figure.counted(key + "Harmless", "still passing", count.harmless()),
            Figure.counted(key + "RightTurn", "root-cause turn right", count.rightTurn()),
            Figure.counted(key + "RightCall", "call right", count.rightCall()),
            Figure.counted(key + "CallInEvidence", "call in evidence", count.callInEvidence()),
            Figure.counted(key + "RightFailure", "failure named rightly", count.rightFailure()),
            Figure.counted(key + "Repaired", "repair found", count.repaired()),
            Figure.counted(key + "OneEdit", "repair of one edit", count.repairedBy(1)),
            Figure.counted(key + "BudgetSpent", "executions used up", count.spent()),
            Figure.counted(key + "Executions", "executions", count.executions())));
  }

  /** Words as one, such as {@code wrongValue}. */
  private static String key(String label) {
    StringBuilder key = new StringBuilder();
    for (String word : label.split("\\W+", -1)) {
      key.append(
          key.isEmpty() ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return key.toString();
  }
}
