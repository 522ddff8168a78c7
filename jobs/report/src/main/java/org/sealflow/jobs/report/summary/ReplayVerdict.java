package org.sealflow.jobs.report.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sealflow.schemas.Verdict;

/**
 * The five-line summary of a replay: how many episodes failed, the first causes to fix, what was
 * left out, and the ledger.
 */
public final class ReplayVerdict {
  private static final int MOST_CAUSES = 3;

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

  /** Input that says nothing about the policy. */
  private static String leftOut(DiagnosisSummary summary) {
    List<String> parts = new ArrayList<>();
    add(parts, summary.all().verdict(Verdict.INFRASTRUCTURE_FAILED), "infrastructure failed");
    add(parts, summary.all().verdict(Verdict.TASK_DEFECTIVE), "with a defective task");
    add(parts, summary.failureRecords(), "that could not be read");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Texts.number(count) + " " + what);
    }
  }
}
