package org.sealflow.jobs.report.compare;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.report.run.Estimate;
import org.sealflow.jobs.report.run.RunEnd;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.RunJson;
import org.sealflow.jobs.report.run.RunOutcome;
import org.sealflow.jobs.report.run.TestPlay;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.Successes;

/**
 * A comparison as JSON, for programs and for the page. Keys are stable: later versions add some and
 * change none. Shares and differences are as in {@link RunJson}; the mean and range of an arm are
 * {@code {"runs", "mean", "low", "high"}}, null if none of its runs was measured.
 *
 * <p>What stands at {@code test}, {@code gain} and {@code difference} is greedy; {@code sampled}
 * holds the same of sampled tests, null if there are none. At {@code outcomes} an arm has means
 * over runs and tasks with the intervals of {@link Estimate}: {@code start}, {@code success},
 * {@code gain} over the runs' own starts and {@code difference} from the arm named at {@code
 * baseline}, which has none itself. At {@code learning} it has success and difference on the
 * validation tasks by version, likewise. {@code contrasts} are differences over seeds with the
 * interval and the uncorrected p of {@link SeedDifference}, null if no two seeds are in common.
 */
final class RunComparisonJson {
  private RunComparisonJson() {}

  static ObjectNode node(RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode();
    ArrayNode categories = node.putArray("categories");
    comparison.categories().forEach(categories::add);
    node.put("baseline", comparison.baseline().name());
    ArrayNode arms = node.putArray("arms");
    comparison.arms().forEach(arm -> arms.add(arm(arm, comparison)));
    ArrayNode runs = node.putArray("runs");
    comparison.runs().forEach(run -> runs.add(run(run, comparison)));
    ArrayNode contrasts = node.putArray("contrasts");
    comparison.contrasts().forEach(contrast -> contrasts.add(contrast(contrast)));
    ArrayNode settings = node.putArray("settings");
    comparison
        .differingSettings()
        .forEach(
            (key, values) ->
                values.forEach(settings.addObject().put("key", key).putArray("values")::add));
    return node;
  }

  private static ObjectNode contrast(ArmContrast contrast) {
    ObjectNode node = RunJson.NODES.objectNode().put("arm", contrast.arm().name());
    node.put("over", contrast.over().name());
    node.set("test", contrast.test().map(RunComparisonJson::difference).orElse(null));
    node.set("area", contrast.area().map(RunComparisonJson::difference).orElse(null));
    return node;
  }

  private static ObjectNode difference(SeedDifference difference) {
    return RunJson.NODES
        .objectNode()
        .put("seeds", difference.seeds())
        .put("mean", difference.mean())
        .put("low", difference.low())
        .put("high", difference.high())
        .put("p", difference.p());
  }

  private static ObjectNode arm(RunArm arm, RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode().put("arm", arm.name());
    ArrayNode runs = node.putArray("runs");
    arm.runs().forEach(run -> runs.add(run.runId()));
    ObjectNode curves = node.putObject("curves");
    curves.set("all", curve(arm, EvaluationLine::all));
    ObjectNode byCategory = curves.putObject("categories");
    ObjectNode test = node.putObject("test");
    test.set("all", spread(arm.test(TestPlay.GREEDY, EvaluationLine::all)));
    ObjectNode tests = test.putObject("categories");
    for (String category : comparison.categories()) {
      Function<EvaluationLine, Successes> part = line -> RunOutcome.successes(line, category);
      byCategory.set(category, curve(arm, part));
      tests.set(category, spread(arm.test(TestPlay.GREEDY, part)));
    }
    test.set("difference", spread(comparison.differences(arm)));
    ObjectNode outcomes = node.putObject("outcomes");
    for (TestPlay play : TestPlay.values()) {
      outcomes.set(play.label(), outcome(arm, play, comparison));
    }
    node.set("learning", learning(arm, comparison));
    return node;
  }

  private static ArrayNode learning(RunArm arm, RunComparison comparison) {
    ArmLearning learning = ArmLearning.of(arm);
    Optional<ArmLearning> baseline =
        comparison.isBaseline(arm)
            ? Optional.empty()
            : Optional.of(ArmLearning.of(comparison.baseline()));
    ArrayNode nodes = RunJson.NODES.arrayNode();
    for (long version : learning.byVersion().keySet()) {
      ObjectNode node = nodes.addObject().put("version", version);
      node.set("success", RunJson.meanShare(learning.success(version)));
      node.set(
          "difference",
          RunJson.meanDifference(baseline.flatMap(other -> learning.over(other, version))));
    }
    return nodes;
  }

  private static @Nullable ObjectNode outcome(RunArm arm, TestPlay play, RunComparison comparison) {
    ArmOutcome outcome = ArmOutcome.of(arm, play);
    if (outcome.success(task -> true).isEmpty()) {
      return null;
    }
    Optional<ArmOutcome> baseline =
        comparison.isBaseline(arm)
            ? Optional.empty()
            : Optional.of(ArmOutcome.of(comparison.baseline(), play));
    ObjectNode node = RunJson.NODES.objectNode();
    node.set("all", means(outcome, baseline, task -> true));
    ObjectNode categories = node.putObject("categories");
    for (String category : comparison.categories()) {
      categories.set(category, means(outcome, baseline, comparison.of(category)));
    }
    return node;
  }

  private static ObjectNode means(
      ArmOutcome outcome, Optional<ArmOutcome> baseline, Predicate<String> wanted) {
    ObjectNode node = RunJson.NODES.objectNode();
    node.set("start", RunJson.meanShare(outcome.start(wanted)));
    node.set("success", RunJson.meanShare(outcome.success(wanted)));
    node.set("gain", RunJson.meanDifference(outcome.gain(wanted)));
    node.set(
        "difference",
        RunJson.meanDifference(baseline.flatMap(other -> outcome.over(other, wanted))));
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
    node.put("learnedTokens", run.learnedTokens());
    node.put("sampledTokens", run.sampledTokens());
    node.put("seconds", run.elapsed().toMillis() / 1000.0);
    RunJson.put(node, "cpuSeconds", run.cpuSeconds().orElse(Double.NaN));
    node.setAll(measured(TestPlay.GREEDY, run, comparison));
    node.set(
        "sampled",
        run.test(TestPlay.SAMPLED).lines().isEmpty()
            ? null
            : measured(TestPlay.SAMPLED, run, comparison));
    return node;
  }

  private static ObjectNode measured(TestPlay play, RunHistory run, RunComparison comparison) {
    ObjectNode node = RunJson.NODES.objectNode();
    RunOutcome outcome = run.test(play);
    node.set("start", outcome.start().map(line -> RunJson.share(line.all())).orElse(null));
    node.set("test", outcome.last().map(line -> RunJson.share(line.all())).orElse(null));
    node.set("gain", RunJson.difference(outcome.difference()));
    node.set("difference", RunJson.difference(comparison.difference(play, run)));
    ArrayNode categories = node.putArray("categories");
    for (String category : comparison.categories()) {
      ObjectNode row = categories.addObject().put("category", category);
      row.set(
          "test",
          outcome
              .last()
              .map(line -> RunJson.share(RunOutcome.successes(line, category)))
              .orElse(null));
      row.set("difference", RunJson.difference(comparison.difference(play, run, category)));
    }
    return node;
  }
}
