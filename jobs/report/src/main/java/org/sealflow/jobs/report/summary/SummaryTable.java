package org.sealflow.jobs.report.summary;

import java.util.Locale;
import java.util.Map;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/**
 * A summary for the terminal: plain-text tables, each left out where it has nothing to say, then
 * the ledger and the time taken. Intervals are Wilson's at 95 %.
 */
public final class SummaryTable {
  private static final int MOST_ROWS = 15;

  private SummaryTable() {}

  /** The summary as text that ends with a line break. */
  public static String render(DiagnosisSummary summary, RunTotals totals) {
    StringBuilder text = new StringBuilder();
    categories(summary).appendTo(text);
    if (summary.namesModels()) {
      models(summary).appendTo(text);
    }
    tags(summary.turns()).appendTo(text);
    failures(summary.turns(), summary.rootCauses()).appendTo(text);
    rootCauses(summary.rootCauses()).appendTo(text);
    reasons(summary.rootCauses()).appendTo(text);
    tools(summary.tools()).appendTo(text);
    arguments(summary.tools()).appendTo(text);
    repairs(summary.repairs()).appendTo(text);
    unsupported(summary).appendTo(text);
    failureRecords(summary).appendTo(text);
    drift(summary, text);
    repairSizes(summary.repairs(), text);
    text.append(totals.ledger().line()).append('\n');
    return text.append(Texts.time(summary, totals)).append('\n').toString();
  }

  private static TextTable categories(DiagnosisSummary summary) {
    TextTable table = outcomes("Verdicts by category", "category");
    for (Map.Entry<String, EpisodeCount> entry : summary.categories()) {
      outcome(table, entry.getKey(), entry.getValue());
    }
    outcome(table, "total", summary.all());
    return table;
  }

  private static TextTable models(DiagnosisSummary summary) {
    TextTable table = outcomes("Verdicts by model", "model");
    for (Map.Entry<String, EpisodeCount> entry : summary.models()) {
      outcome(table, entry.getKey(), entry.getValue());
    }
    return table;
  }

  private static TextTable outcomes(String title, String key) {
    return new TextTable(
        title,
        1,
        key,
        "episodes",
        "valid",
        "official",
        "95 %",
        "passed",
        "policy",
        "infrastr.",
        "defective",
        "unjudged",
        "strict",
        "drifted");
  }

  private static void outcome(TextTable table, String name, EpisodeCount counted) {
    table.row(
        name,
        Texts.number(counted.episodes()),
        Texts.number(counted.official().count()),
        Texts.percent(counted.official()),
        Texts.interval(counted.official()),
        Texts.number(counted.verdict(Verdict.PASSED)),
        Texts.number(counted.verdict(Verdict.POLICY_FAILED)),
        Texts.number(counted.verdict(Verdict.INFRASTRUCTURE_FAILED)),
        Texts.number(counted.verdict(Verdict.TASK_DEFECTIVE)),
        Texts.number(counted.verdict(Verdict.UNJUDGED)),
        Texts.number(counted.strict().count()),
        Texts.number(counted.drifted().count()));
  }

  private static TextTable tags(TurnCount turns) {
    TextTable table = new TextTable("Turns by tag", 1, "tag", "turns", "share", "95 %", "padded");
    for (Tag tag : Tag.values()) {
      Proportion share = new Proportion(turns.tagged(tag), turns.reached());
      if (share.count() > 0 || turns.padded(tag) > 0) {
        table.row(
            Texts.words(tag),
            Texts.number(share.count()),
            Texts.percent(share),
            Texts.interval(share),
            Texts.number(turns.padded(tag)));
      }
    }
    if (turns.reached() > 0) {
      table.row("total", Texts.number(turns.reached()), "", "", Texts.number(turns.unreached()));
    }
    return table;
  }

  private static TextTable failures(TurnCount turns, RootCauseCount rootCauses) {
    TextTable table =
        new TextTable(
            "Failing turns",
            1,
            "failure",
            "turns",
            "share",
            "95 %",
            "own",
            "cascaded",
            "undetermined",
            "root causes");
    for (TurnFailure failure : TurnFailure.values()) {
      Proportion share = turns.failing(failure);
      if (share.count() > 0) {
        table.row(
            Texts.words(failure),
            Texts.number(share.count()),
            Texts.percent(share),
            Texts.interval(share),
            Texts.number(turns.failing(failure, FailureOrigin.OWN)),
            Texts.number(turns.failing(failure, FailureOrigin.CASCADED)),
            Texts.number(turns.failing(failure, FailureOrigin.UNDETERMINED)),
            Texts.number(rootCauses.failing(failure)));
      }
    }
    if (turns.failing() > 0) {
      failuresTotal(table, turns);
    }
    return table;
  }

  private static void failuresTotal(TextTable table, TurnCount turns) {
    Proportion failing = new Proportion(turns.failing(), turns.reached());
    table.row(
        "of all turns",
        Texts.number(failing.count()),
        Texts.percent(failing),
        Texts.interval(failing),
        Texts.number(turns.origin(FailureOrigin.OWN).count()),
        Texts.number(turns.origin(FailureOrigin.CASCADED).count()),
        Texts.number(turns.origin(FailureOrigin.UNDETERMINED).count()),
        "");
  }

  private static TextTable rootCauses(RootCauseCount counted) {
    TextTable table = new TextTable("Root cause by turn", 1, "turn", "episodes");
    for (int turn = 0; turn < counted.positions(); turn++) {
      table.row(Texts.number(turn), Texts.number(counted.at(turn)));
    }
    return table;
  }

  private static TextTable reasons(RootCauseCount counted) {
    TextTable table = new TextTable("Root cause is no turn", 1, "reason", "episodes");
    for (RootCauseReason reason : RootCauseReason.values()) {
      if (counted.reason(reason) > 0) {
        table.row(Texts.words(reason), Texts.number(counted.reason(reason)));
      }
    }
    return table;
  }

  private static TextTable tools(ToolCount tools) {
    TextTable table = new TextTable("Worst tools", 1, "tool", "failures", "turns", "share", "95 %");
    for (ToolCount.Ranked<String> each : tools.worstTools(MOST_ROWS)) {
      Proportion failures = each.failures();
      table.row(
          each.key(),
          Texts.number(failures.count()),
          Texts.number(failures.of()),
          Texts.percent(failures),
          Texts.interval(failures));
    }
    return table;
  }

  private static TextTable arguments(ToolCount tools) {
    TextTable table =
        new TextTable(
            "Worst arguments", 2, "tool", "argument", "failures", "turns", "share", "95 %");
    for (ToolCount.Ranked<ToolCount.ToolArgument> each : tools.worstArguments(MOST_ROWS)) {
      Proportion failures = each.failures();
      table.row(
          each.key().tool(),
          each.key().argument(),
          Texts.number(failures.count()),
          Texts.number(failures.of()),
          Texts.percent(failures),
          Texts.interval(failures));
    }
    return table;
  }

  private static TextTable repairs(RepairCount repairs) {
    TextTable table =
        new TextTable("Most frequent repairs", 4, "edit", "tool", "argument", "example", "edits");
    for (RepairCount.Ranked each : repairs.mostFrequent(MOST_ROWS)) {
      table.row(
          each.change().kind().toLowerCase(Locale.ROOT),
          each.change().tool(),
          each.change().argument(),
          each.example(),
          Texts.number(each.edits()));
    }
    return table;
  }

  private static void repairSizes(RepairCount repairs, StringBuilder text) {
    if (repairs.searched() > 0) {
      text.append(Texts.repairs(repairs)).append('\n');
    }
  }

  private static TextTable unsupported(DiagnosisSummary summary) {
    TextTable table = new TextTable("Unsupported expressions", 1, "form", "calls");
    summary.unsupported().stream()
        .limit(MOST_ROWS)
        .forEach(each -> table.row(each.name(), Texts.number(each.count())));
    return table;
  }

  private static TextTable failureRecords(DiagnosisSummary summary) {
    TextTable table = new TextTable("Failure records", 1, "boundary", "records");
    for (Boundary boundary : Boundary.values()) {
      if (summary.failureRecords(boundary) > 0) {
        table.row(Texts.words(boundary), Texts.number(summary.failureRecords(boundary)));
      }
    }
    return table;
  }

  private static void drift(DiagnosisSummary summary, StringBuilder text) {
    TurnCount turns = summary.turns();
    if (turns.driftedResults() > 0) {
      text.append("drift: ")
          .append(Texts.number(turns.driftedResults()))
          .append(" recorded results not reproduced, in ")
          .append(Texts.number(turns.withDrift()))
          .append(" turns of ")
          .append(Texts.number(summary.all().drifted().count()))
          .append(" episodes\n");
    }
  }
}
