package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.summary.Proportion;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.PairedDifference;
import org.sealflow.jobs.run.Successes;

/**
 * A run as JSON, for programs and for the page. Keys are stable: later versions add some and change
 * none. Success is strict success; a share of it is an object as in {@link SummaryJson}. Times are
 * ISO 8601, spans of time seconds. Versions count from 0, the start; batch b leads to version b +
 * 1.
 */
public final class RunJson {
  public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RunJson() {}

  static ObjectNode node(RunHistory history) {
    ObjectNode node = NODES.objectNode();
    node.setAll(head(history));
    node.set("settings", settings(history.settings()));
    node.set("categories", names(history.categories()));
    node.set("validation", validations(history));
    history.best().ifPresent(best -> node.put("chosen", best.version()));
    node.put("choice", RunTexts.choice(history));
    node.set("validationOutcome", outcome(history.validation()));
    node.set("test", outcome(history.test()));
    node.set("testSampled", outcome(history.test(TestPlay.SAMPLED)));
    node.set("train", RunTrainingJson.windows(history.batches()));
    node.set("steps", RunTrainingJson.steps(history.steps()));
    node.set("waiting", RunTrainingJson.waiting(history));
    node.set("patches", RunPatchJson.node(RunPatch.of(history)));
    return node;
  }

  private static ObjectNode head(RunHistory history) {
    ObjectNode node = NODES.objectNode();
    Optional<RunEnd> end = history.end();
    node.put("run", history.runId());
    node.put("end", end.map(RunEnd::end).orElse(null));
    node.put("reason", end.map(RunEnd::reason).orElse(null));
    node.put("startedAt", history.startedAt().toString());
    node.put("lastAt", history.lastAt().toString());
    node.put("seconds", history.elapsed().toMillis() / 1000.0);
    put(node, "cpuSeconds", history.cpuSeconds().orElse(Double.NaN));
    node.put("version", history.version());
    node.put("planned", history.settings().value("run.batches", ""));
    node.put("batches", history.batches().size());
    node.put("episodes", history.episodes());
    node.put("tokens", history.tokens());
    node.put("learnedTokens", history.learnedTokens());
    node.put("sampledTokens", history.sampledTokens());
    node.put("ledgerBalances", end.map(RunEnd::ledgerBalances).orElse(null));
    node.set("ledger", end.map(RunEnd::ledger).orElse(null));
    return node;
  }

  private static ArrayNode settings(RunSettings settings) {
    ArrayNode nodes = NODES.arrayNode();
    settings
        .values()
        .forEach((key, value) -> nodes.addObject().put("key", key).put("value", value));
    return nodes;
  }

  private static ArrayNode names(List<String> names) {
    ArrayNode nodes = NODES.arrayNode();
    names.forEach(nodes::add);
    return nodes;
  }

  private static ArrayNode validations(RunHistory history) {
    ArrayNode nodes = NODES.arrayNode();
    for (EvaluationLine line : history.validations()) {
      ObjectNode node = nodes.addObject().put("version", line.version());
      node.put("seconds", line.seconds());
      node.set("all", share(line.all()));
      node.set("categories", shares(line.categories()));
    }
    return nodes;
  }

  /** Start and chosen version beside one another, a row per category and one over all. */
  private static @Nullable ObjectNode outcome(RunOutcome outcome) {
    if (outcome.lines().isEmpty()) {
      return null;
    }
    ObjectNode node = NODES.objectNode();
    node.put("start", outcome.start().map(EvaluationLine::version).orElse(null));
    node.put("chosen", outcome.chosen().map(EvaluationLine::version).orElse(null));
    ArrayNode rows = node.putArray("rows");
    for (String category : outcome.categories()) {
      ObjectNode row = rows.addObject().put("category", category);
      row.set("start", share(outcome.start().map(line -> RunOutcome.successes(line, category))));
      row.set("chosen", share(outcome.chosen().map(line -> RunOutcome.successes(line, category))));
      row.set("difference", difference(outcome.difference(category)));
    }
    ObjectNode all = node.putObject("all");
    all.set("start", share(outcome.start().map(EvaluationLine::all)));
    all.set("chosen", share(outcome.chosen().map(EvaluationLine::all)));
    all.set("difference", difference(outcome.difference()));
    return node;
  }

  public static ObjectNode share(Successes successes) {
    return SummaryJson.share(new Proportion(successes.strict(), successes.counted()));
  }

  private static @Nullable ObjectNode share(Optional<Successes> successes) {
    return successes.map(RunJson::share).orElse(null);
  }

  static ObjectNode shares(Map<String, Successes> successes) {
    ObjectNode node = NODES.objectNode();
    successes.forEach((name, each) -> node.set(name, share(each)));
    return node;
  }

  /** A difference of success rates, −1 to 1, with its 95 % interval; null if nothing is paired. */
  public static @Nullable ObjectNode difference(Optional<PairedDifference> paired) {
    if (paired.isEmpty() || paired.get().tasks() == 0) {
      return null;
    }
    PairedDifference difference = paired.get();
    return NODES
        .objectNode()
        .put("tasks", difference.tasks())
        .put("gained", difference.gained())
        .put("lost", difference.lost())
        .put("difference", difference.difference())
        .put("low", difference.low())
        .put("high", difference.high());
  }

  /** A mean as a share, 0 to 1, over tasks; null if there is none. */
  public static @Nullable ObjectNode meanShare(Optional<Estimate> mean) {
    return estimate("share", mean);
  }

  /** A mean of differences, −1 to 1, over tasks; null if there is none. */
  public static @Nullable ObjectNode meanDifference(Optional<Estimate> mean) {
    return estimate("difference", mean);
  }

  private static @Nullable ObjectNode estimate(String name, Optional<Estimate> mean) {
    return mean.map(
            estimate ->
                NODES
                    .objectNode()
                    .put("runs", estimate.runs())
                    .put("tasks", estimate.tasks())
                    .put(name, estimate.mean())
                    .put("low", estimate.low())
                    .put("high", estimate.high()))
        .orElse(null);
  }

  /** A number; null if there is none, which JSON has no word for. */
  public static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
