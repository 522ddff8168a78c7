package org.sealflow.jobs.report.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.Verdict;

/**
 * The summary of a replay in a few lines: how many episodes failed, the first causes to fix, how
 * many calls would have to change, what was left out, and the ledger.
 */
public final class ReplayVerdict {
  private static final int MOST_CAUSES = 3;
  private static final int MOST_REPAIRS = 3;

  private ReplayVerdict() {}

  /** The verdict, a line each; the lines have no line breaks. */
  public static List<String> lines(DiagnosisSummary summary, RunTotals totals) {
    List<String> lines = new ArrayList<>();
    EpisodeCount all = summary.all();
    List<CauseCount.Ranked> causes = summary.causes().ranked(MOST_CAUSES);
    lines.add(failed(all) + (causes.isEmpty() ? "" : "; fix first:"));
    for (int i = 0; i < causes.size(); i++) {
      lines.add("  " + (i + 1) + ". " + cause(causes.get(i)));
    }
    lines.addAll(repairs(summary.repairs()));
    String leftOut = leftOut(summary);
    if (!leftOut.isEmpty()) {
      lines.add("left out: " + leftOut);
    }
    lines.add(totals.ledger().line());
    return lines;
  }

  private static String failed(EpisodeCount all) {
    long judged = all.verdict(Verdict.PASSED) + all.verdict(Verdict.POLICY_FAILED);
    Proportion failed = new Proportion(all.verdict(Verdict.POLICY_FAILED), judged);
    return String.format(
        Locale.ROOT,
        "%s of %s episodes failed (%s)",
        Texts.number(failed.count()),
        Texts.number(judged),
        Texts.percent(failed));
  }

  private static String cause(CauseCount.Ranked cause) {
    return String.format(
        Locale.ROOT,
        "%s: %s of %s failed (%s), %s would pass without it; %s",
        cause.cause().text(),
        Texts.number(cause.episodes().count()),
        Texts.number(cause.episodes().of()),
        Texts.percent(cause.episodes()),
        Texts.number(cause.recovered()),
        cause.example());
  }

  /** How many failures need how many calls changed, and which changes recur; none if unknown. */
  private static List<String> repairs(RepairCount repairs) {
    if (repairs.searched() == 0) {
      return List.of();
    }
    List<String> parts = new ArrayList<>(callsChanged(repairs.sizes()));
    add(parts, repairs.outcome(RepairOutcome.NONE_FOUND), "without a repair");
    add(parts, repairs.outcome(RepairOutcome.BUDGET_SPENT), "with the search cut short");
    add(parts, repairs.notSearched(), "not searched");
    long failures = repairs.searched() + repairs.notSearched();
    List<String> lines = new ArrayList<>();
    lines.add(
        "of "
            + Texts.number(failures)
            + (failures == 1 ? " failure: " : " failures: ")
            + String.join(", ", parts));
    List<String> changes =
        repairs.mostFrequent(MOST_REPAIRS).stream().map(ReplayVerdict::change).toList();
    if (!changes.isEmpty()) {
      lines.add("most frequent repairs: " + String.join(", ", changes));
    }
    return lines;
  }

  /**
   * How many failures need how many calls changed, a part of a sentence each: {@code 31 need one
   * call changed}, {@code 5 two}.
   *
   * @param sizes the number of failures by the number of calls to change, in its order
   */
  private static List<String> callsChanged(Map<Integer, Long> sizes) {
    List<String> parts = new ArrayList<>();
    sizes.forEach(
        (calls, failures) ->
            parts.add(
                parts.isEmpty()
                    ? Texts.number(failures)
                        + (failures == 1 ? " needs " : " need ")
                        + number(calls)
                        + (calls == 1 ? " call changed" : " calls changed")
                    : Texts.number(failures) + " " + number(calls)));
    return parts;
  }

  private static String number(int calls) {
    return switch (calls) {
      case 1 -> "one";
      case 2 -> "two";
      case 3 -> "three";
      default -> Texts.number(calls);
    };
  }

  private static String change(RepairCount.Ranked repair) {
    RepairCount.Change change = repair.change();
    return change.kind().toLowerCase(Locale.ROOT)
        + (change.argument().isEmpty() ? " " : " " + change.argument() + " of ")
        + (change.tool().isEmpty() ? "a call" : change.tool())
        + " ("
        + Texts.number(repair.edits())
        + ")";
  }

  /** Input that says nothing about the policy. */
  private static String leftOut(DiagnosisSummary summary) {
    List<String> parts = new ArrayList<>();
    add(parts, summary.all().verdict(Verdict.INFRASTRUCTURE_FAILED), "infrastructure failed");
    add(parts, summary.all().verdict(Verdict.TASK_DEFECTIVE), "with a defective task");
    add(parts, summary.all().verdict(Verdict.UNJUDGED), "unjudged");
    add(parts, summary.failureRecords(), "that could not be read");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Texts.number(count) + " " + what);
    }
  }
}
