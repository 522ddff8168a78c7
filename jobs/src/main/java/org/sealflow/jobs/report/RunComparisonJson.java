package org.sealflow.jobs.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.train.EvaluationLine;
import org.sealflow.jobs.train.Successes;

/**
 * A comparison as JSON, for programs and for the page. Keys are stable: later versions add some and
 * change none. Shares and differences are as in {@link RunJson}; the mean and range of an arm are
 * {@code {"runs", "mean", "low", "high"}}, null where none of its runs was measured.
 */
final class RunComparisonJson {
  private RunComparisonJson() {}

  static ObjectNode node(RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode();
    ArrayNode categories = node.putArray("categories");
    comparison.categories().forEach(categories::add);
    ArrayNode arms = node.putArray("arms");
    comparison.arms().forEach(arm -> arms.add(arm(arm, comparison)));
    ArrayNode runs = node.putArray("runs");
    comparison.runs().forEach(run -> runs.add(run(run, comparison)));
    ArrayNode settings = node.putArray("settings");
    comparison
        .differingSettings()
        .forEach(
            (key, values) ->
                values.forEach(settings.addObject().put("key", key).putArray("values")::add));
    return node;
  }

  private static ObjectNode arm(RunArm arm, RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode().put("arm", arm.name());
    ArrayNode runs = node.putArray("runs");
    arm.runs().forEach(run -> runs.add(run.runId()));
    ObjectNode curves = node.putObject("curves");
    curves.set("all", curve(arm, EvaluationLine::all));
    ObjectNode byCategory = curves.putObject("categories");
    ObjectNode test = node.putObject("test");
    test.set("all", spread(arm.test(EvaluationLine::all)));
    ObjectNode tests = test.putObject("categories");
    for (String category : comparison.categories()) {
      Function<EvaluationLine, Successes> part = line -> RunOutcome.successes(line, category);
      byCategory.set(category, curve(arm, part));
      tests.set(category, spread(arm.test(part)));
    }
    test.set("difference", spread(comparison.differences(arm)));
    return node;
  }

  private static ArrayNode curve(RunArm arm, Function<EvaluationLine, Successes> part) {
    ArrayNode nodes = RunJson.NODES.arrayNode();
    for (RunArm.Point point : arm.curve(part)) {
      nodes
          .addObject()
          .put("version", point.version())
          .put("mean", point.mean())
          .put("low", point.low())
          .put("high", point.high());
    }
    return nodes;
  }

  private static @Nullable ObjectNode spread(RunSpread spread) {
    return spread.runs() == 0
        ? null
        : RunJson.NODES
            .objectNode()
            .put("runs", spread.runs())
            .put("mean", spread.mean())
            .put("low", spread.low())
            .put("high", spread.high());
  }

  private static ObjectNode run(RunHistory run, RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode().put("run", run.runId());
    node.put("arm", RunArm.arm(run.runId()));
    node.put("end", run.end().map(RunEnd::end).orElse(null));
    node.put("version", run.version());
    node.put("chosen", run.best().map(EvaluationLine::version).orElse(null));
    node.put("episodes", run.episodes());
    node.put("tokens", run.tokens());
    node.put("seconds", run.elapsed().toMillis() / 1000.0);
    RunOutcome outcome = run.test();
    node.set("start", outcome.start().map(line -> RunJson.share(line.all())).orElse(null));
    node.set("test", outcome.last().map(line -> RunJson.share(line.all())).orElse(null));
    node.set("gain", RunJson.difference(outcome.difference()));
    node.set("difference", RunJson.difference(comparison.difference(run)));
    ArrayNode categories = node.putArray("categories");
    for (String category : comparison.categories()) {
      ObjectNode row = categories.addObject().put("category", category);
      row.set(
          "test",
          outcome
              .last()
              .map(line -> RunJson.share(RunOutcome.successes(line, category)))
              .orElse(null));
      row.set("difference", RunJson.difference(comparison.difference(run, category)));
    }
    return node;
  }
}
