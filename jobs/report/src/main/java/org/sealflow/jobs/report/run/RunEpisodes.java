package org.sealflow.jobs.report.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.run.EvaluationLine;

/**
 * Recorded episodes of a run's evaluations, to browse by what changed. They are kept evaluation
 * after evaluation.
 */
public final class RunEpisodes {
  private final RunHistory history;
  private final KeptTrajectories trajectories;
  private final List<Part> parts = new ArrayList<>();

  /** Where the episodes of an evaluation begin among those kept. */
  private record Part(EvaluationLine evaluation, long from) {}

  /** None yet. */
  public RunEpisodes(RunHistory history, ReportLimits limits) {
    this.history = history;
    this.trajectories = new KeptTrajectories(limits);
  }

  /** The evaluations whose episodes show what changed: start and chosen version on each split. */
  public List<EvaluationLine> wanted() {
    return Stream.of(history.test(), history.validation())
        .flatMap(outcome -> outcome.lines().stream())
        .toList();
  }

  /** Where the episodes of this evaluation are kept. */
  public KeptTrajectories trajectoriesOf(EvaluationLine evaluation) {
    parts.add(new Part(evaluation, trajectories.offered()));
    return trajectories;
  }

  KeptTrajectories trajectories() {
    return trajectories;
  }

  /**
   * The origin of an episode, as the page tells it: {@code parts}, the splits and versions with
   * their first positions among those kept, and {@code changes}, by split and task.
   */
  ObjectNode node() {
    ObjectNode node = RunJson.NODES.objectNode();
    ArrayNode all = node.putArray("parts");
    for (Part part : parts) {
      all.addObject()
          .put("split", part.evaluation().split())
          .put("version", part.evaluation().version())
          .put("from", part.from());
    }
    ObjectNode changes = node.putObject("changes");
    changes.set(EvaluationLine.VALIDATION, changes(history.validation()));
    changes.set(EvaluationLine.TEST, changes(history.test()));
    return node;
  }

  private static ObjectNode changes(RunOutcome outcome) {
    ObjectNode node = RunJson.NODES.objectNode();
    outcome.changes().forEach((task, change) -> node.put(task, change.name()));
    return node;
  }
}
