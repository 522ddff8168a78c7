package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.LoopTiming;
import org.sealflow.schemas.GroupStep;
import org.sealflow.schemas.TrainingStep;

/** Batches, steps of the learner and how they go together in time, as {@link RunJson} has them. */
final class RunTrainingJson {
  /** Points of a curve: more than this a screen does not show. */
  static final int MOST_POINTS = 400;

  /** Windows in which waiting is told, and the steps of the shortest. */
  private static final int MOST_WINDOWS = 30;

  private static final int LEAST_STEPS = 8;

  private RunTrainingJson() {}

  static ObjectNode windows(List<BatchLine> batches) {
    ObjectNode node = RunJson.NODES.objectNode().put("window", RunWindow.BATCHES);
    ObjectNode totals = node.putObject("totals");
    RunWindow all = new RunWindow(batches);
    totals.set("tags", counts(all.counts(BatchLine::tags)));
    totals.set("failures", counts(all.counts(BatchLine::failures)));
    totals.set("staleness", counts(all.counts(BatchLine::staleness)));
    ArrayNode points = node.putArray("points");
    for (RunWindow window : RunWindow.over(batches, MOST_POINTS)) {
      ObjectNode point = points.addObject().put("batch", window.last().batch());
      point.set("all", RunJson.share(window.all()));
      point.set("arms", RunJson.shares(window.successes(BatchLine::arms)));
      point.set("categories", RunJson.shares(window.successes(BatchLine::categories)));
      point.set("verdicts", counts(window.counts(BatchLine::verdicts)));
      point.set("tags", counts(window.counts(BatchLine::tags)));
      point.set("failures", counts(window.counts(BatchLine::failures)));
      point.set("staleness", counts(window.counts(BatchLine::staleness)));
      RunJson.put(point, "episodesPerMinute", window.episodesPerMinute());
    }
    return node;
  }

  private static ObjectNode counts(Map<String, Integer> counts) {
    ObjectNode node = RunJson.NODES.objectNode();
    counts.forEach(node::put);
    return node;
  }

  static ArrayNode steps(List<TrainingStep> steps) {
    ArrayNode nodes = RunJson.NODES.arrayNode();
    for (int at : RunWindow.positions(steps.size(), MOST_POINTS)) {
      TrainingStep step = steps.get(at);
      ObjectNode node = nodes.addObject();
      node.put("version", step.getVersion());
      node.put("batch", step.getBatchNumber());
      node.put("applied", step.getApplied());
      node.put("refusal", step.getRefusal());
      node.put("queuedGroups", step.getQueuedGroups());
      node.set("groups", counts(outcomes(step)));
      node.set("metrics", numbers(step.getMetrics()));
      node.set("tagWeights", numbers(step.getTagWeights()));
    }
    return nodes;
  }

  private static Map<String, Integer> outcomes(TrainingStep step) {
    Map<String, Integer> outcomes = new TreeMap<>();
    for (GroupStep group : step.getGroups()) {
      outcomes.merge(group.getOutcome().name(), 1, Integer::sum);
    }
    return outcomes;
  }

  private static ObjectNode numbers(Map<String, Double> numbers) {
    ObjectNode node = RunJson.NODES.objectNode();
    new TreeMap<>(numbers).forEach((name, value) -> RunJson.put(node, name, value));
    return node;
  }

  /** Who waits for whom, over all and in windows of steps. */
  static ObjectNode waiting(RunHistory history) {
    List<TrainingStep> steps = history.steps();
    ObjectNode node = RunJson.NODES.objectNode();
    node.set("all", timing(LoopTiming.of(history.batches(), steps)));
    ArrayNode windows = node.putArray("windows");
    int length = Math.max(LEAST_STEPS, (steps.size() + MOST_WINDOWS - 1) / MOST_WINDOWS);
    if (history.batches().isEmpty()) {
      return node;
    }
    long from = history.batches().stream().mapToLong(BatchLine::plannedAt).min().orElseThrow();
    for (int first = 0; first < steps.size(); first += length) {
      TrainingStep last = steps.get(Math.min(steps.size(), first + length) - 1);
      long to = last.getEndedAt().toEpochMilli();
      ObjectNode window = windows.addObject();
      window.put("fromVersion", steps.get(first).getVersion());
      window.put("toVersion", last.getVersion());
      window.setAll(timing(LoopTiming.between(history.batches(), steps, from, to)));
      from = to;
    }
    return node;
  }

  private static ObjectNode timing(LoopTiming timing) {
    return RunJson.NODES
        .objectNode()
        .put("seconds", timing.seconds())
        .put("rolloutsWait", timing.rolloutsWait())
        .put("learnerWaits", timing.learnerWaits());
  }
}
