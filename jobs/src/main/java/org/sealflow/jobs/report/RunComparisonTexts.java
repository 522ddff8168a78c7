package org.sealflow.jobs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.jobs.train.EvaluationLine;

/** A comparison as tables for a terminal. */
final class RunComparisonTexts {
  private RunComparisonTexts() {}

  static String of(RunComparison comparison) {
    StringBuilder text = new StringBuilder();
    runs(comparison).appendTo(text);
    arms(comparison).appendTo(text);
    categories(comparison).appendTo(text);
    cost(comparison).appendTo(text);
    settings(comparison).appendTo(text);
    return text.toString();
  }

  private static TextTable runs(RunComparison comparison) {
    TextTable table =
        new TextTable(
            "Strict success on the test tasks; differences are paired, in points",
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
      RunOutcome test = run.test();
      boolean first = comparison.isFirst(run);
      table.row(
          run.runId(),
          test.start().map(line -> RunTexts.share(line.all())).orElse(RunTexts.NONE),
          test.last().map(line -> RunTexts.share(line.all())).orElse(RunTexts.NONE),
          test.last().map(line -> RunTexts.interval(line.all())).orElse(RunTexts.NONE),
          test.difference().map(RunTexts::points).orElse(RunTexts.NONE),
          test.difference().map(RunTexts::margins).orElse(RunTexts.NONE),
          first
              ? RunTexts.NONE
              : comparison.difference(run).map(RunTexts::points).orElse(RunTexts.NONE),
          first
              ? RunTexts.NONE
              : comparison.difference(run).map(RunTexts::margins).orElse(RunTexts.NONE));
    }
    return table;
  }

  /** Nothing where no arm has several runs. */
  private static TextTable arms(RunComparison comparison) {
    TextTable table =
        new TextTable(
            "Arms: mean of the runs, lowest and highest",
            1,
            "arm",
            "runs",
            "chosen",
            "range",
            "over " + comparison.runs().get(0).runId(),
            "range");
    if (comparison.arms().stream().allMatch(arm -> arm.runs().size() == 1)) {
      return table;
    }
    for (RunArm arm : comparison.arms()) {
      RunSpread test = arm.test(EvaluationLine::all);
      RunSpread differences = comparison.differences(arm);
      table.row(
          arm.name(),
          String.valueOf(arm.runs().size()),
          test.runs() == 0 ? RunTexts.NONE : percent(test.mean()) + " %",
          range(test),
          differences.runs() == 0 ? RunTexts.NONE : RunTexts.points(differences.mean()),
          differences.runs() == 0
              ? RunTexts.NONE
              : RunTexts.points(differences.low()) + ".." + RunTexts.points(differences.high()));
    }
    return table;
  }

  private static String range(RunSpread spread) {
    return spread.runs() == 0
        ? RunTexts.NONE
        : percent(spread.low()) + "-" + percent(spread.high()) + " %";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private static TextTable categories(RunComparison comparison) {
    List<String> headers = new ArrayList<>(List.of("category"));
    comparison.arms().forEach(arm -> headers.add(arm.name()));
    TextTable table =
        new TextTable(
            "Test by category: mean of the arm's runs", 1, headers.toArray(new String[0]));
    if (comparison.runs().stream().allMatch(run -> run.test().lines().isEmpty())) {
      return table;
    }
    for (String category : comparison.categories()) {
      List<String> cells = new ArrayList<>(List.of(category));
      for (RunArm arm : comparison.arms()) {
        RunSpread spread = arm.test(line -> RunOutcome.successes(line, category));
        cells.add(spread.runs() == 0 ? RunTexts.NONE : percent(spread.mean()) + " %");
      }
      table.row(cells.toArray(new String[0]));
    }
    return table;
  }

  private static TextTable cost(RunComparison comparison) {
    TextTable table =
        new TextTable("Cost", 1, "run", "versions", "episodes", "tokens", "minutes", "state");
    for (RunHistory run : comparison.runs()) {
      table.row(
          run.runId(),
          Texts.number(run.version()),
          Texts.number(run.episodes()),
          Texts.number(run.tokens()),
          String.format(Locale.ROOT, "%.1f", RunTexts.minutes(run)),
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
