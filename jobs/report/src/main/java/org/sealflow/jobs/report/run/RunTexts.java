package org.sealflow.jobs.report.run;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.report.summary.TextTable;
import org.sealflow.jobs.report.summary.Texts;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.LoopTiming;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.run.Successes;

/** A run as lines for a terminal, and the cells of its tables. */
public final class RunTexts {
  public static final String NONE = "-";

  private static final double SECONDS_PER_MINUTE = 60;

  private RunTexts() {}

  /** The run in a few lines and a table of its outcome; ends with a line break. */
  static String of(RunHistory history) {
    StringBuilder text = new StringBuilder();
    text.append(Texts.printable(history.runId())).append(": ").append(state(history)).append('\n');
    text.append(cost(history)).append('\n');
    LoopTiming timing = LoopTiming.of(history.batches(), history.steps());
    text.append(
        String.format(
            Locale.ROOT,
            "waiting: rollouts %.0f %%, learner %.0f %% of %.1f minutes\n",
            100 * timing.rolloutsWait(),
            100 * timing.learnerWaits(),
            timing.seconds() / SECONDS_PER_MINUTE));
    text.append("chosen: ").append(choice(history)).append("\n\n");
    for (TestPlay play : TestPlay.values()) {
      outcome("Strict success on the test tasks, " + play.label(), history.test(play))
          .appendTo(text);
    }
    outcome("Strict success on validation", history.validation()).appendTo(text);
    return text.toString();
  }

  /** How far it is, in words. */
  static String state(RunHistory history) {
    String versions = "version " + history.version() + goal(history);
    return history
        .end()
        .map(
            end ->
                end.reason() == null
                    ? end.end().toLowerCase(Locale.ROOT) + " at " + versions
                    : "stopped by a guard at " + versions + ": " + Texts.printable(end.reason()))
        .orElse("not at its end, " + versions);
  }

  /** Which version was chosen, and over which one. */
  static String choice(RunHistory history) {
    return history
        .best()
        .map(
            best ->
                String.format(
                    Locale.ROOT,
                    "version %d, the first of those that solve most validation tasks: %s%s",
                    best.version(),
                    share(best),
                    history
                        .best(line -> line.version() != best.version())
                        .map(next -> "; next is version " + next.version() + ", " + share(next))
                        .orElse("; no other version was measured")))
        .orElse("no version, as none was measured on validation");
  }

  private static String share(EvaluationLine line) {
    Successes all = line.all();
    return all.strict() + " of " + all.counted();
  }

  /** Why a run has no figures on the test tasks; empty if it has. */
  public static Optional<String> whyUntested(RunHistory history) {
    if (!history.test().lines().isEmpty()) {
      return Optional.empty();
    }
    if (history.settings().value("evaluation.test", "").equals("0")) {
      return Optional.of("its settings ask for none (evaluation.test is 0)");
    }
    return Optional.of(
        history.end().isEmpty()
            ? "it is " + state(history)
            : "it ended before they were measured: " + state(history));
  }

  private static String goal(RunHistory history) {
    String tokens = history.settings().value("run.tokens", "0");
    return tokens.equals("0")
        ? " of " + history.settings().value("run.batches", "?")
        : ", " + Texts.number(history.sampledTokens()) + " of " + tokens + " tokens";
  }

  private static String cost(RunHistory history) {
    return String.format(
        Locale.ROOT,
        "%s episodes in %s batches, %s tokens sampled, %s of them learned from, %.1f minutes since"
            + " %s%s",
        Texts.number(history.episodes()),
        Texts.number(history.batches().size()),
        Texts.number(history.sampledTokens()),
        Texts.number(history.learnedTokens()),
        minutes(history),
        history.startedAt(),
        history.cpuSeconds().isPresent()
            ? ", " + cpuMinutes(history) + " minutes of processor time"
            : "");
  }

  /** Minutes of processor time; {@link #NONE} where they are not known. */
  public static String cpuMinutes(RunHistory history) {
    OptionalDouble seconds = history.cpuSeconds();
    return seconds.isPresent()
        ? String.format(Locale.ROOT, "%.1f", seconds.getAsDouble() / SECONDS_PER_MINUTE)
        : NONE;
  }

  public static double minutes(RunHistory history) {
    return history.elapsed().toMillis() / 1000.0 / SECONDS_PER_MINUTE;
  }

  private static TextTable outcome(String title, RunOutcome outcome) {
    TextTable table =
        new TextTable(
            title, 1, "category", "start", "95 %", chosen(outcome), "95 %", "points", "95 %");
    if (outcome.lines().isEmpty()) {
      return table;
    }
    for (String category : outcome.categories()) {
      row(
          table,
          category,
          outcome.start().map(line -> RunOutcome.successes(line, category)),
          outcome.chosen().map(line -> RunOutcome.successes(line, category)),
          outcome.difference(category));
    }
    row(
        table,
        "all",
        outcome.start().map(EvaluationLine::all),
        outcome.chosen().map(EvaluationLine::all),
        outcome.difference());
    return table;
  }

  private static String chosen(RunOutcome outcome) {
    return outcome.chosen().map(line -> "version " + line.version()).orElse("chosen");
  }

  private static void row(
      TextTable table,
      String name,
      Optional<Successes> start,
      Optional<Successes> chosen,
      Optional<PairedDifference> difference) {
    table.row(
        name,
        start.map(RunTexts::share).orElse(NONE),
        start.map(RunTexts::interval).orElse(NONE),
        chosen.map(RunTexts::share).orElse(NONE),
        chosen.map(RunTexts::interval).orElse(NONE),
        difference.map(RunTexts::points).orElse(NONE),
        difference.map(RunTexts::margins).orElse(NONE));
  }

  /** A mean share with its interval, e.g. {@code 81.0 % [76.2, 85.0]}. */
  public static String success(Estimate mean) {
    return String.format(
        Locale.ROOT,
        "%.1f %% [%.1f, %.1f]",
        100 * mean.mean(),
        100 * mean.low(),
        100 * mean.high());
  }

  /** A mean difference in points with its interval, e.g. {@code +12.5 [+8.1, +16.9]}. */
  public static String points(Estimate mean) {
    return points(mean.mean()) + " [" + points(mean.low()) + ", " + points(mean.high()) + "]";
  }

  public static String share(Successes successes) {
    return Texts.percent(new Proportion(successes.strict(), successes.counted()));
  }

  public static String interval(Successes successes) {
    return Texts.interval(new Proportion(successes.strict(), successes.counted()));
  }

  /** A difference in points, e.g. {@code +12.5}. */
  public static String points(PairedDifference difference) {
    return difference.tasks() == 0 ? NONE : points(difference.difference());
  }

  public static String points(double difference) {
    return String.format(Locale.ROOT, "%+.1f", 100 * difference);
  }

  /** Its interval, e.g. {@code +8.1..+16.9}. */
  public static String margins(PairedDifference difference) {
    return difference.tasks() == 0
        ? NONE
        : points(difference.low()) + ".." + points(difference.high());
  }
}
