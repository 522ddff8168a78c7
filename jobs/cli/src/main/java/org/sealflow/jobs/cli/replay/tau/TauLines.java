package org.sealflow.jobs.cli.replay.tau;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.tau.diagnose.Responsible;
import org.sealflow.tau.world.Requestor;

/** Shows what a replay of tau2-bench found: a table for people, or a JSON object for programs. */
public final class TauLines {
  private static final int MOST_CAUSES = 12;

  private final TauReplay replay;
  private final TauSummary summary;

  public TauLines(TauReplay replay) {
    this.replay = replay;
    this.summary = replay.summary();
  }

  public void print(PrintWriter out) {
    domains(out);
    ends(out);
    rewards(out);
    causes(out);
    LanguageJudge judge = replay.judge();
    if (judge != null) {
      out.println(Shown.text(judge.line()));
    }
    if (summary.count(TauVerdict.OPEN) > 0) {
      out.println("open: passes if a judge finds its natural-language assertions met");
    }
    if (replay.notes().count() > 0) {
      out.println(Shown.count(replay.notes().count(), "note") + ":");
      replay.notes().first().forEach(line -> out.println("  " + Shown.text(line)));
    }
    if (replay.problems().count() > 0) {
      out.println(replay.problems().count() + " records could not be used");
    }
    out.flush();
  }

  private void domains(PrintWriter out) {
    AlignedRows rows =
        new AlignedRows(
            "domain",
            "episodes",
            "passed",
            "failed",
            "open",
            "raised",
            "no task",
            "broke down",
            "unverified",
            "drift");
    summary
        .domains()
        .forEach(
            (name, domain) ->
                rows.row(
                    name,
                    Long.toString(domain.episodes()),
                    Long.toString(domain.count(TauVerdict.PASSED)),
                    Long.toString(domain.count(TauVerdict.FAILED)),
                    Long.toString(domain.count(TauVerdict.OPEN)),
                    Long.toString(domain.count(TauVerdict.RAISED)),
                    Long.toString(domain.count(TauVerdict.WITHOUT_TASK)),
                    Long.toString(domain.count(TauVerdict.INFRASTRUCTURE)),
                    Long.toString(domain.count(TauVerdict.UNVERIFIED)),
                    Long.toString(domain.drift())));
    rows.print(out);
  }

  private void ends(PrintWriter out) {
    out.println(
        "ended by: "
            + summary.terminations().entrySet().stream()
                .map(reason -> reason.getKey() + " " + reason.getValue())
                .collect(Collectors.joining(", ")));
    out.println(
        "failed calls: the agent's %d of %d, the user's %d of %d"
            .formatted(
                summary.calls(Requestor.ASSISTANT).failed(),
                summary.calls(Requestor.ASSISTANT).made(),
                summary.calls(Requestor.USER).failed(),
                summary.calls(Requestor.USER).made()));
  }

  private void rewards(PrintWriter out) {
    TauSummary.Rewards rewards = summary.rewards();
    if (rewards.recorded() > 0) {
      out.println(
          "rewards: %d recorded, %d the same by execution, %d differ"
              .formatted(rewards.recorded(), rewards.equal(), rewards.different()));
      rewards.differences().forEach(line -> out.println("  " + Shown.text(line)));
    }
    if (rewards.lenient() > 0) {
      out.println(
          rewards.lenient()
              + " scored leniently: a call that changes data did not give its recorded result"
              + " again");
    }
    Map<Integer, Double> rates = summary.passRates().rates();
    if (!rates.isEmpty()) {
      out.println(
          rates.entrySet().stream()
              .map(
                  rate ->
                      String.format(Locale.ROOT, "pass^%d %.3f", rate.getKey(), rate.getValue()))
              .collect(Collectors.joining(", ")));
    }
  }

  private void causes(PrintWriter out) {
    TauCauses causes = summary.causes();
    if (causes.episodes() == 0) {
      return;
    }
    out.println(
        "root causes of %d failed episodes, %d proved by execution: %s"
            .formatted(
                causes.episodes(),
                causes.proven(),
                Arrays.stream(Responsible.values())
                    .map(party -> party.name().toLowerCase(Locale.ROOT) + " " + causes.roots(party))
                    .collect(Collectors.joining(", "))));
    AlignedRows rows =
        new AlignedRows("failure", "tool", "argument", "by", "root cause", "failures", "example");
    List<Map.Entry<TauCauses.Cause, TauCauses.Count>> all = causes.causes();
    all.stream()
        .limit(MOST_CAUSES)
        .forEach(
            entry ->
                rows.row(
                    entry.getKey().kind(),
                    Shown.text(entry.getKey().tool()),
                    Shown.text(entry.getKey().arguments()),
                    entry.getKey().by().name(),
                    Long.toString(entry.getValue().roots()),
                    Long.toString(entry.getValue().failures()),
                    Shown.text(entry.getValue().example())));
    rows.print(out);
    if (!causes.edits().isEmpty()) {
      out.println(
          "mended by "
              + causes.edits().entrySet().stream()
                  .map(entry -> Shown.count(entry.getKey(), "edit") + ": " + entry.getValue())
                  .collect(Collectors.joining(", ")));
    }
    if (all.size() > MOST_CAUSES) {
      out.println("and " + (all.size() - MOST_CAUSES) + " more; --json has them all");
    }
  }

  public void printJson(PrintWriter out) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode byDomain = json.putObject("domains");
    summary
        .domains()
        .forEach(
            (name, domain) ->
                byDomain
                    .putObject(name)
                    .put("episodes", domain.episodes())
                    .put("passed", domain.count(TauVerdict.PASSED))
                    .put("failed", domain.count(TauVerdict.FAILED))
                    .put("open", domain.count(TauVerdict.OPEN))
                    .put("raised", domain.count(TauVerdict.RAISED))
                    .put("withoutTask", domain.count(TauVerdict.WITHOUT_TASK))
                    .put("brokeDown", domain.count(TauVerdict.INFRASTRUCTURE))
                    .put("unverified", domain.count(TauVerdict.UNVERIFIED))
                    .put("driftedResults", domain.drift()));
    LanguageJudge judge = replay.judge();
    if (judge != null) {
      json.putObject("judge")
          .put("model", judge.model())
          .put("conversations", judge.asked())
          .put("met", judge.met())
          .put("notMet", judge.unmet())
          .put("leftOpen", judge.unanswered());
    }
    ObjectNode ends = json.putObject("endedBy");
    summary.terminations().forEach(ends::put);
    ObjectNode calls = json.putObject("calls");
    for (Requestor party : Requestor.values()) {
      calls
          .putObject(party.label())
          .put("made", summary.calls(party).made())
          .put("failed", summary.calls(party).failed());
    }
    TauSummary.Rewards rewards = summary.rewards();
    json.putObject("rewards")
        .put("recorded", rewards.recorded())
        .put("equal", rewards.equal())
        .put("different", rewards.different())
        .put("lenient", rewards.lenient());
    ObjectNode rates = json.putObject("passRates");
    summary.passRates().rates().forEach((k, rate) -> rates.put(Integer.toString(k), rate));
    TauCauses causes = summary.causes();
    ObjectNode diagnosed =
        json.putObject("rootCauses")
            .put("episodes", causes.episodes())
            .put("proven", causes.proven());
    ObjectNode parties = diagnosed.putObject("by");
    for (Responsible party : Responsible.values()) {
      parties.put(party.name(), causes.roots(party));
    }
    ObjectNode edits = diagnosed.putObject("episodesByEdits");
    causes.edits().forEach((count, some) -> edits.put(Integer.toString(count), some));
    ArrayNode list = diagnosed.putArray("causes");
    causes
        .causes()
        .forEach(
            entry ->
                list.addObject()
                    .put("kind", entry.getKey().kind())
                    .put("tool", entry.getKey().tool())
                    .put("arguments", entry.getKey().arguments())
                    .put("by", entry.getKey().by().name())
                    .put("rootCauses", entry.getValue().roots())
                    .put("failures", entry.getValue().failures())
                    .put("example", entry.getValue().example()));
    json.put("unusable", replay.problems().count());
    out.println(json);
    out.flush();
  }
}
