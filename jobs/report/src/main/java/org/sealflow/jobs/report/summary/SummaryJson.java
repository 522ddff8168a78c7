package org.sealflow.jobs.report.summary;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.sealflow.ledger.Ledger;
import org.sealflow.schemas.Boundary;
import org.sealflow.schemas.FailureOrigin;
import org.sealflow.schemas.RepairOutcome;
import org.sealflow.schemas.RootCauseReason;
import org.sealflow.schemas.Tag;
import org.sealflow.schemas.TurnFailure;
import org.sealflow.schemas.Verdict;

/**
 * A summary as JSON, for programs and for the page. Keys are stable: later versions add some and
 * change none. Enum values are spelled as in the records. A share is an object {@code {"count",
 * "of", "share", "low", "high"}}: shares and their Wilson 95 % interval from 0 to 1, null without
 * trials. Turn indices count from 0; turns at index 63 and beyond stand together.
 */
public final class SummaryJson {
  private static final int MOST_CAUSES = 100;
  private static final int MOST_TOOLS = 100;
  private static final int MOST_ARGUMENTS = 200;
  private static final int MOST_REPAIRS = 200;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private SummaryJson() {}

  /** The summary as indented text that ends with a line break. */
  public static String render(DiagnosisSummary summary, RunTotals totals) {
    return node(summary, totals).toPrettyString() + "\n";
  }

  public static ObjectNode node(DiagnosisSummary summary, RunTotals totals) {
    ObjectNode node = NODES.objectNode();
    node.set("episodes", episodes(summary.all()));
    node.set("categories", grouped("category", summary.categories()));
    node.set("models", grouped("model", summary.models()));
    node.set("turns", turns(summary.turns()));
    node.set("tags", tags(summary.turns()));
    node.set("failures", failures(summary.turns(), summary.rootCauses()));
    node.set("origins", origins(summary.turns()));
    node.set("positions", positions(summary.turns()));
    node.set("rootCauses", rootCauses(summary.rootCauses()));
    node.set("causes", causes(summary.causes().ranked(MOST_CAUSES)));
    node.set("tools", tools(summary.tools().worstTools(MOST_TOOLS)));
    node.set("arguments", arguments(summary.tools().worstArguments(MOST_ARGUMENTS)));
    node.set("repairs", repairs(summary.repairs()));
    node.set("unsupported", named("form", "calls", summary.unsupported()));
    node.set("officialErrors", named("error", "episodes", summary.officialErrors()));
    node.set("drift", drift(summary));
    node.set("failureRecords", failureRecords(summary));
    node.set("ledger", ledger(totals.ledger()));
    node.set("time", time(summary, totals));
    return node;
  }

  public static ObjectNode share(Proportion proportion) {
    ObjectNode node = NODES.objectNode();
    node.put("count", proportion.count());
    node.put("of", proportion.of());
    if (proportion.known()) {
      node.put("share", proportion.share());
      node.put("low", proportion.low());
      node.put("high", proportion.high());
    } else {
      node.putNull("share");
      node.putNull("low");
      node.putNull("high");
    }
    return node;
  }

  private static ObjectNode episodes(EpisodeCount counted) {
    ObjectNode node = NODES.objectNode();
    node.put("episodes", counted.episodes());
    node.set("official", share(counted.official()));
    node.put("withoutOfficial", counted.withoutOfficial());
    node.set("passed", share(counted.passed()));
    node.set("strict", share(counted.strict()));
    ObjectNode verdicts = node.putObject("verdicts");
    for (Verdict verdict : Verdict.values()) {
      verdicts.put(verdict.name(), counted.verdict(verdict));
    }
    node.set("drifted", share(counted.drifted()));
    node.put("turnsReached", counted.turnsReached());
    node.set("failing", share(counted.failing()));
    ObjectNode failures = node.putObject("failures");
    for (TurnFailure failure : TurnFailure.values()) {
      failures.put(failure.name(), counted.failing(failure));
    }
    return node;
  }

  private static ArrayNode grouped(String key, List<Map.Entry<String, EpisodeCount>> counters) {
    ArrayNode nodes = NODES.arrayNode();
    for (Map.Entry<String, EpisodeCount> entry : counters) {
      ObjectNode node = nodes.addObject().put(key, entry.getKey());
      node.setAll(episodes(entry.getValue()));
    }
    return nodes;
  }

  private static ObjectNode turns(TurnCount turns) {
    ObjectNode node = NODES.objectNode();
    node.put("reached", turns.reached());
    node.put("unreached", turns.unreached());
    node.set("failing", share(new Proportion(turns.failing(), turns.reached())));
    node.set("deviating", share(new Proportion(turns.deviating(), turns.reached())));
    node.put("calls", turns.calls());
    node.put("errorResults", turns.errors());
    return node;
  }

  private static ArrayNode tags(TurnCount turns) {
    ArrayNode nodes = NODES.arrayNode();
    for (Tag tag : Tag.values()) {
      ObjectNode node = nodes.addObject().put("tag", tag.name());
      node.set("turns", share(new Proportion(turns.tagged(tag), turns.reached())));
      node.put("padded", turns.padded(tag));
    }
    return nodes;
  }

  private static ArrayNode failures(TurnCount turns, RootCauseCount rootCauses) {
    ArrayNode nodes = NODES.arrayNode();
    for (TurnFailure failure : TurnFailure.values()) {
      ObjectNode node = nodes.addObject().put("failure", failure.name());
      node.set("turns", share(turns.failing(failure)));
      ObjectNode origins = node.putObject("origins");
      for (FailureOrigin origin : FailureOrigin.values()) {
        origins.put(origin.name(), turns.failing(failure, origin));
      }
      node.put("rootCauses", rootCauses.failing(failure));
    }
    return nodes;
  }

  private static ArrayNode origins(TurnCount turns) {
    ArrayNode nodes = NODES.arrayNode();
    for (FailureOrigin origin : FailureOrigin.values()) {
      nodes.addObject().put("origin", origin.name()).set("turns", share(turns.origin(origin)));
    }
    return nodes;
  }

  private static ArrayNode positions(TurnCount turns) {
    ArrayNode nodes = NODES.arrayNode();
    for (int turn = 0; turn < turns.positions(); turn++) {
      nodes.addObject().put("turn", turn).set("failing", share(turns.failingAt(turn)));
    }
    return nodes;
  }

  private static ObjectNode rootCauses(RootCauseCount counted) {
    ObjectNode node = NODES.objectNode();
    ArrayNode turns = node.putArray("turns");
    for (int turn = 0; turn < counted.positions(); turn++) {
      turns.addObject().put("turn", turn).put("episodes", counted.at(turn));
    }
    node.put("deviatingOnly", counted.withoutFailure());
    ArrayNode reasons = node.putArray("reasons");
    for (RootCauseReason reason : RootCauseReason.values()) {
      reasons.addObject().put("reason", reason.name()).put("episodes", counted.reason(reason));
    }
    return node;
  }

  /** The causes to fix; the one whose fix recovers most episodes comes first. */
  private static ArrayNode causes(List<CauseCount.Ranked> ranked) {
    ArrayNode nodes = NODES.arrayNode();
    for (CauseCount.Ranked each : ranked) {
      Cause cause = each.cause();
      ObjectNode node = nodes.addObject();
      node.put("cause", cause.text());
      node.put("failure", cause.failure() == null ? null : cause.failure().name());
      node.put("reason", cause.reason() == null ? null : cause.reason().name());
      node.put("tool", cause.tool());
      node.set("episodes", share(each.episodes()));
      node.put("recovered", each.recovered());
      node.put("example", each.example());
    }
    return nodes;
  }

  private static ArrayNode tools(List<ToolCount.Ranked<String>> ranked) {
    ArrayNode nodes = NODES.arrayNode();
    for (ToolCount.Ranked<String> each : ranked) {
      nodes.addObject().put("tool", each.key()).set("failures", share(each.failures()));
    }
    return nodes;
  }

  private static ArrayNode arguments(List<ToolCount.Ranked<ToolCount.ToolArgument>> ranked) {
    ArrayNode nodes = NODES.arrayNode();
    for (ToolCount.Ranked<ToolCount.ToolArgument> each : ranked) {
      nodes
          .addObject()
          .put("tool", each.key().tool())
          .put("argument", each.key().argument())
          .set("failures", share(each.failures()));
    }
    return nodes;
  }

  private static ObjectNode repairs(RepairCount repairs) {
    ObjectNode node = NODES.objectNode();
    node.put("searched", repairs.searched());
    node.put("notSearched", repairs.notSearched());
    ObjectNode outcomes = node.putObject("outcomes");
    for (RepairOutcome outcome : RepairOutcome.values()) {
      outcomes.put(outcome.name(), repairs.outcome(outcome));
    }
    ArrayNode sizes = node.putArray("sizes");
    repairs
        .sizes()
        .forEach(
            (edits, episodes) -> sizes.addObject().put("edits", edits).put("episodes", episodes));
    node.put("executions", repairs.executions());
    ArrayNode changes = node.putArray("changes");
    for (RepairCount.Ranked each : repairs.mostFrequent(MOST_REPAIRS)) {
      changes
          .addObject()
          .put("edit", each.change().kind())
          .put("tool", each.change().tool())
          .put("argument", each.change().argument())
          .put("edits", each.edits())
          .put("example", each.example());
    }
    return node;
  }

  private static ArrayNode named(String name, String count, List<DiagnosisSummary.Named> counted) {
    ArrayNode nodes = NODES.arrayNode();
    for (DiagnosisSummary.Named each : counted) {
      nodes.addObject().put(name, each.name()).put(count, each.count());
    }
    return nodes;
  }

  private static ObjectNode drift(DiagnosisSummary summary) {
    ObjectNode node = NODES.objectNode();
    node.set("episodes", share(summary.all().drifted()));
    node.put("turns", summary.turns().withDrift());
    node.put("results", summary.turns().driftedResults());
    return node;
  }

  private static ObjectNode failureRecords(DiagnosisSummary summary) {
    ObjectNode node = NODES.objectNode();
    node.put("records", summary.failureRecords());
    ArrayNode boundaries = node.putArray("boundaries");
    for (Boundary boundary : Boundary.values()) {
      boundaries
          .addObject()
          .put("boundary", boundary.name())
          .put("records", summary.failureRecords(boundary));
    }
    node.set("reasons", named("reason", "records", summary.failureReasons()));
    return node;
  }

  /** The counts of a ledger, whether they balance, and the line for people. */
  public static ObjectNode ledger(Ledger ledger) {
    return NODES
        .objectNode()
        .put("started", ledger.started())
        .put("passed", ledger.passed())
        .put("policyFailed", ledger.policyFailed())
        .put("infrastructureFailed", ledger.infrastructureFailed())
        .put("taskDefective", ledger.taskDefective())
        .put("unjudged", ledger.unjudged())
        .put("superseded", ledger.superseded())
        .put("inFlight", ledger.inFlight())
        .put("recordsRead", ledger.recordsRead())
        .put("recordsUsed", ledger.recordsUsed())
        .put("recordsDuplicate", ledger.recordsDuplicate())
        .put("recordsFailed", ledger.recordsFailed())
        .put("balances", ledger.balances())
        .put("line", ledger.line());
  }

  private static ObjectNode time(DiagnosisSummary summary, RunTotals totals) {
    return NODES
        .objectNode()
        .put("seconds", totals.seconds())
        .put("episodesPerSecond", totals.perSecond(summary.all().episodes()))
        .put("text", Texts.time(summary, totals));
  }
}
