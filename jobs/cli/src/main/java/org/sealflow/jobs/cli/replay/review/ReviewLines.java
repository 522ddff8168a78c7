package org.sealflow.jobs.cli.replay.review;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.FirstLines;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.review.RecordOutcome;
import org.sealflow.review.rule.ReviewRule;

/** Shows what was found in logs of any agent, to people and to programs. */
public final class ReviewLines {
  private static final int WORST = 5;

  private final ReviewSummary summary;

  public ReviewLines(ReviewSummary summary) {
    this.summary = summary;
  }

  /** Tables for people. */
  public String text() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    printCounts(out);
    if (!summary.rules().isEmpty()) {
      out.println();
      printRules(out);
      printWorst(out);
    }
    printUnjudged(out);
    print(out, "notes", summary.notes());
    print(out, "rejected", summary.rejections());
    out.flush();
    return text.toString();
  }

  private void printCounts(PrintWriter out) {
    ReviewSummary.Rewards rewards = summary.rewards();
    long broken = summary.trajectories(RecordOutcome.INFRASTRUCTURE_FAILED);
    out.printf(
        Locale.ROOT,
        "trajectories: %d unjudged (%d unfinished), %d broken down; %d turns, %d calls%n",
        summary.trajectories() - broken,
        summary.trajectories(RecordOutcome.UNFINISHED),
        broken,
        summary.turns(),
        summary.calls());
    out.println(
        rewards.count() == 0
            ? "rewards: none"
            : String.format(
                Locale.ROOT, "rewards: %d, mean %.3f", rewards.count(), rewards.mean()));
    out.println(
        "findings: in "
            + summary.withFindings()
            + (summary.withFindings() == 1 ? " trajectory" : " trajectories")
            + "; only what a record itself proves is found, so none is not a success");
  }

  private void printRules(PrintWriter out) {
    AlignedRows rows =
        new AlignedRows("rule", "findings", "trajectories", "share", "mean reward", "meaning");
    summary
        .rules()
        .forEach(
            (rule, count) ->
                rows.row(
                    rule.name(),
                    Long.toString(count.findings()),
                    Long.toString(count.trajectories()),
                    share(count),
                    reward(count.rewards()),
                    rule.meaning()));
    rows.print(out);
    out.println();
    out.println("first of each:");
    summary
        .rules()
        .forEach((rule, count) -> out.println("  " + rule + " " + Shown.text(count.example())));
  }

  private String share(ReviewSummary.RuleCount count) {
    return String.format(
        Locale.ROOT, "%.1f %%", 100.0 * count.trajectories() / summary.trajectories());
  }

  private static String reward(ReviewSummary.Rewards rewards) {
    return rewards.count() == 0 ? "-" : String.format(Locale.ROOT, "%.3f", rewards.mean());
  }

  private void printWorst(PrintWriter out) {
    AlignedRows rows = new AlignedRows("tool", "findings", "calls");
    for (Map.Entry<String, ReviewSummary.ToolCount> tool : summary.worstTools(WORST)) {
      rows.row(
          Shown.text(tool.getKey()),
          Long.toString(tool.getValue().findings()),
          Long.toString(tool.getValue().calls()));
    }
    if (!summary.worstTools(1).isEmpty()) {
      out.println();
      rows.print(out);
    }
    AlignedRows arguments = new AlignedRows("argument", "findings");
    for (Map.Entry<String, Long> argument : summary.worstArguments(WORST)) {
      arguments.row(Shown.text(argument.getKey()), Long.toString(argument.getValue()));
    }
    if (!summary.worstArguments(1).isEmpty()) {
      out.println();
      arguments.print(out);
    }
  }

  private void printUnjudged(PrintWriter out) {
    Map<String, Integer> unjudged = summary.unjudged();
    if (!unjudged.isEmpty()) {
      out.println();
      out.println(
          "not judged, keywords of the tools' schemas: "
              + unjudged.entrySet().stream()
                  .map(
                      keyword ->
                          Shown.text(keyword.getKey())
                              + " ("
                              + Shown.count(keyword.getValue(), "tool")
                              + ")")
                  .collect(Collectors.joining(", ")));
    }
  }

  private static void print(PrintWriter out, String title, FirstLines lines) {
    if (lines.count() == 0) {
      return;
    }
    out.println();
    out.println(title + ": " + lines.count());
    lines.first().forEach(line -> out.println("  " + Shown.text(line)));
    if (lines.count() > lines.first().size()) {
      out.println("  … and " + (lines.count() - lines.first().size()) + " more");
    }
  }

  /** The same for programs. */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("trajectories", summary.trajectories());
    for (RecordOutcome outcome : RecordOutcome.values()) {
      json.withObjectProperty("outcomes").put(outcome.name(), summary.trajectories(outcome));
    }
    json.put("turns", summary.turns()).put("calls", summary.calls());
    json.put("withFindings", summary.withFindings());
    putRewards(json, summary.rewards());
    for (Map.Entry<ReviewRule, ReviewSummary.RuleCount> rule : summary.rules().entrySet()) {
      ReviewSummary.RuleCount count = rule.getValue();
      putRewards(
          json.withObjectProperty("rules")
              .putObject(rule.getKey().name())
              .put("findings", count.findings())
              .put("trajectories", count.trajectories())
              .put("example", count.example()),
          count.rewards());
    }
    for (Map.Entry<String, ReviewSummary.ToolCount> tool : summary.worstTools(WORST)) {
      json.withObjectProperty("tools")
          .putObject(tool.getKey())
          .put("findings", tool.getValue().findings())
          .put("calls", tool.getValue().calls());
    }
    ObjectNode arguments = json.putObject("arguments");
    summary
        .worstArguments(WORST)
        .forEach(argument -> arguments.put(argument.getKey(), argument.getValue()));
    ObjectNode unjudged = json.putObject("unjudgedKeywords");
    summary.unjudged().forEach(unjudged::put);
    putLines(json.putObject("notes"), summary.notes());
    putLines(json.putObject("rejected"), summary.rejections());
    return json + System.lineSeparator();
  }

  private static void putRewards(ObjectNode json, ReviewSummary.Rewards rewards) {
    json.put("rewards", rewards.count());
    json.put("meanReward", rewards.count() == 0 ? null : Double.valueOf(rewards.mean()));
  }

  private static void putLines(ObjectNode json, FirstLines lines) {
    json.put("count", lines.count());
    lines.first().forEach(json.putArray("first")::add);
  }
}
