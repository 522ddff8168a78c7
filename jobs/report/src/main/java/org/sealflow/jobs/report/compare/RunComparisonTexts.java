package org.sealflow.jobs.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.RunOutcome;
import org.sealflow.jobs.report.run.RunTexts;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.report.summary.TextTable;
import org.sealflow.jobs.report.summary.Texts;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.PairedDifference;

/** A comparison as tables for a terminal. */
final class RunComparisonTexts {
  private RunComparisonTexts() {}

  static String of(RunComparison comparison) {
    StringBuilder text = new StringBuilder();
    for (TestPlay play : TestPlay.values()) {
      if (comparison.isMeasured(play) || play == TestPlay.GREEDY) {
        runs(play, comparison).appendTo(text);
      }
    }
    for (TestPlay play : TestPlay.values()) {
      if (comparison.isMeasured(play)) {
        arms(play, comparison).appendTo(text);
        categories(play, comparison).appendTo(text);
      }
    }
    contrasts(comparison).appendTo(text);
    if (comparison.comparesArms()) {
      learning(comparison, false).appendTo(text);
      learning(comparison, true).appendTo(text);
    }
    cost(comparison).appendTo(text);
    settings(comparison).appendTo(text);
    for (RunHistory run : comparison.runs()) {
      RunTexts.whyUntested(run)
          .ifPresent(
              reason ->
                  text.append(run.runId())
                      .append(" has no figures on the test tasks: ")
                      .append(reason)
                      .append('\n'));
    }
    return text.toString();
  }

  private static TextTable runs(TestPlay play, RunComparison comparison) {
    TextTable table =
        new TextTable(
            "Strict success on the test tasks, "
                + play.label()
                + "; differences are paired, in points",
            1,
            "run",
            "start",
            "chosen",
            "95 %",
            "over its start",
            "95 %",
            "over " + comparison.runs().get(0).runId(),
            "95 %");
    for (RunHistory run : comparison.runs()) {
      RunOutcome test = run.test(play);
      Optional<PairedDifference> difference =
          comparison.isFirst(run) ? Optional.empty() : comparison.difference(play, run);
      table.row(
          run.runId(),
          test.start().map(line -> RunTexts.share(line.all())).orElse(RunTexts.NONE),
          test.last().map(line -> RunTexts.share(line.all())).orElse(RunTexts.NONE),
          test.last().map(line -> RunTexts.interval(line.all())).orElse(RunTexts.NONE),
          test.difference().map(RunTexts::points).orElse(RunTexts.NONE),
          test.difference().map(RunTexts::margins).orElse(RunTexts.NONE),
          difference.map(RunTexts::points).orElse(RunTexts.NONE),
          difference.map(RunTexts::margins).orElse(RunTexts.NONE));
    }
    return table;
  }

  /** Nothing where the runs alone say as much. */
  private static TextTable arms(TestPlay play, RunComparison comparison) {
    RunArm baseline = comparison.baseline();
    TextTable table =
        new TextTable(
            "Arms, " + play.label() + ": mean of the runs, paired by task; 95 % over tasks",
            1,
            "arm",
            "runs",
            "start",
            "chosen",
            "lowest-highest run",
            "over their starts",
            "over " + baseline.name());
    if (!comparison.comparesArms()) {
      return table;
    }
    ArmOutcome first = ArmOutcome.of(baseline, play);
    for (RunArm arm : comparison.arms()) {
      ArmOutcome outcome = ArmOutcome.of(arm, play);
      Optional<Estimate> over =
          comparison.isBaseline(arm) ? Optional.empty() : outcome.over(first, task -> true);
      RunSpread spread = arm.test(play, EvaluationLine::all);
      table.row(
          arm.name(),
          String.valueOf(spread.runs()),
          outcome.start(task -> true).map(RunTexts::success).orElse(RunTexts.NONE),
          outcome.success(task -> true).map(RunTexts::success).orElse(RunTexts.NONE),
          range(spread),
          outcome.gain(task -> true).map(RunTexts::points).orElse(RunTexts.NONE),
          over.map(RunTexts::points).orElse(RunTexts.NONE));
    }
    return table;
  }

  private static String range(RunSpread spread) {
    return spread.runs() == 0
        ? RunTexts.NONE
        : String.format(Locale.ROOT, "%.1f-%.1f %%", 100 * spread.low(), 100 * spread.high());
  }

  private static TextTable categories(TestPlay play, RunComparison comparison) {
    List<String> headers = new ArrayList<>(List.of("category"));
    comparison.arms().forEach(arm -> headers.add(arm.name()));
    TextTable table =
        new TextTable(
            "Test by category, " + play.label() + ": mean of the arm's runs; 95 % over tasks",
            1,
            headers.toArray(new String[0]));
    List<ArmOutcome> outcomes =
        comparison.arms().stream().map(arm -> ArmOutcome.of(arm, play)).toList();
    for (String category : comparison.categories()) {
      Predicate<String> wanted = comparison.of(category);
      List<String> cells = new ArrayList<>(List.of(category));
      outcomes.forEach(
          outcome ->
              cells.add(outcome.success(wanted).map(RunTexts::success).orElse(RunTexts.NONE)));
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  /**
   * A row for each arm, a column for each version.
   *
   * @param over whether as differences from the arm that the others are compared with
   */
  private static TextTable learning(RunComparison comparison, boolean over) {
    List<ArmLearning> arms = comparison.arms().stream().map(ArmLearning::of).toList();
    List<Long> versions = ArmLearning.versions(arms);
    List<String> headers = new ArrayList<>(List.of("arm"));
    versions.forEach(version -> headers.add("version " + version));
    TextTable table =
        new TextTable(
            "Validation tasks, greedy"
                + (over ? ", over " + comparison.baseline().name() + ", paired by task" : "")
                + ": mean of the runs; 95 % over tasks",
            1,
            headers.toArray(new String[0]));
    ArmLearning baseline = ArmLearning.of(comparison.baseline());
    for (int i = 0; i < arms.size(); i++) {
      RunArm arm = comparison.arms().get(i);
      if (over && comparison.isBaseline(arm)) {
        continue;
      }
      ArmLearning learning = arms.get(i);
      List<String> cells = new ArrayList<>(List.of(arm.name()));
      for (long version : versions) {
        Optional<String> cell =
            over
                ? learning.over(baseline, version).map(RunTexts::points)
                : learning.success(version).map(RunTexts::success);
        cells.add(cell.orElse(RunTexts.NONE));
      }
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  /** Nothing where no two arms have two seeds in common. */
  private static TextTable contrasts(RunComparison comparison) {
    TextTable table =
        new TextTable(
            "Contrasts over seeds, in points: success on the test tasks, greedy, and area under the"
                + " validation curve; 95 % by Student's t, p corrected by Holm",
            1,
            "contrast",
            "seeds",
            "test",
            "95 %",
            "p",
            "corrected",
            "area",
            "95 %",
            "p",
            "corrected");
    List<ArmContrast> measured =
        comparison.contrasts().stream()
            .filter(contrast -> contrast.test().isPresent() || contrast.area().isPresent())
            .toList();
    List<Optional<SeedDifference>> tests = measured.stream().map(ArmContrast::test).toList();
    List<Optional<SeedDifference>> areas = measured.stream().map(ArmContrast::area).toList();
    List<String> correctedTests = corrected(tests);
    List<String> correctedAreas = corrected(areas);
    for (int i = 0; i < measured.size(); i++) {
      table.row(
          measured.get(i).arm().name() + " - " + measured.get(i).over().name(),
          seeds(tests.get(i).or(measured.get(i)::area)),
          points(tests.get(i)),
          interval(tests.get(i)),
          p(tests.get(i)),
          correctedTests.get(i),
          points(areas.get(i)),
          interval(areas.get(i)),
          p(areas.get(i)),
          correctedAreas.get(i));
    }
    return table;
  }

  private static String seeds(Optional<SeedDifference> difference) {
    return difference.map(one -> String.valueOf(one.seeds())).orElse(RunTexts.NONE);
  }

  private static List<String> corrected(List<Optional<SeedDifference>> family) {
    List<Double> holm =
        SeedDifference.holm(
            family.stream().flatMap(Optional::stream).map(SeedDifference::p).toList());
    List<String> texts = new ArrayList<>();
    int next = 0;
    for (Optional<SeedDifference> one : family) {
      texts.add(one.isPresent() ? probability(holm.get(next++)) : RunTexts.NONE);
    }
    return texts;
  }

  private static String points(Optional<SeedDifference> difference) {
    return difference
        .map(one -> String.format(Locale.ROOT, "%+.1f", 100 * one.mean()))
        .orElse(RunTexts.NONE);
  }

  private static String interval(Optional<SeedDifference> difference) {
    return difference
        .map(one -> String.format(Locale.ROOT, "%+.1f to %+.1f", 100 * one.low(), 100 * one.high()))
        .orElse(RunTexts.NONE);
  }

  private static String p(Optional<SeedDifference> difference) {
    return difference.map(one -> probability(one.p())).orElse(RunTexts.NONE);
  }

  private static String probability(double p) {
    return p < 0.0001 ? "<.0001" : String.format(Locale.ROOT, "%.4f", p);
  }

  private static TextTable cost(RunComparison comparison) {
    TextTable table =
        new TextTable(
            "Cost",
            1,
            "run",
            "versions",
            "episodes",
            "sampled tokens",
            "learned from",
            "read",
            "minutes",
            "CPU minutes",
            "state");
    for (RunHistory run : comparison.runs()) {
      table.row(
          run.runId(),
          Texts.number(run.version()),
          Texts.number(run.episodes()),
          Texts.number(run.sampledTokens()),
          Texts.number(run.learnedTokens()),
          Texts.number(run.tokens()),
          String.format(Locale.ROOT, "%.1f", RunTexts.minutes(run)),
          RunTexts.cpuMinutes(run),
          run.end().map(end -> end.end().toLowerCase(Locale.ROOT)).orElse("not at its end"));
    }
    return table;
  }

  private static TextTable settings(RunComparison comparison) {
    List<String> headers = new ArrayList<>(List.of("setting"));
    comparison.runs().forEach(run -> headers.add(run.runId()));
    TextTable table = new TextTable("Settings that differ", 1, headers.toArray(new String[0]));
    comparison
        .differingSettings()
        .forEach(
            (key, values) -> {
              List<String> cells = new ArrayList<>(List.of(key));
              cells.addAll(values);
              table.row(cells.toArray(new String[0]));
            });
    return table;
  }
}
