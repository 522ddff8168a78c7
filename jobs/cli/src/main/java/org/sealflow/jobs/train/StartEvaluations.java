package org.sealflow.jobs.train;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.jobs.run.JsonLines;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.settings.UserError;

/**
 * The greedy evaluations of a run's start. They follow from the policy, the tasks and how these are
 * played, so that runs which agree in them need only one measurement.
 */
final class StartEvaluations {
  private static final List<String> SECTIONS = List.of("policy", "rollouts", "tasks", "evaluation");

  /** Settings of these sections that greedy evaluations of the start do not depend on. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "policy.name",
          "policy.adapterRank",
          "policy.passTokens",
          "policy.packing",
          "rollouts.temperature",
          "rollouts.batchesOverlap",
          "tasks.choice",
          "tasks.stages",
          "evaluation.every",
          "evaluation.sampled",
          "evaluation.start");

  private StartEvaluations() {}

  /**
   * The evaluations that one run can take over from another.
   *
   * @param mine settings file of the run that takes them over
   * @param other directory of the other run
   * @throws UserError if the other run starts otherwise, or has not measured its start
   */
  static List<EvaluationLine> of(Path mine, RunDirectory other) {
    Map<String, String> wanted = basis(mine, List.of());
    Map<String, String> found = basis(other.settings(), List.of());
    if (!wanted.equals(found)) {
      throw new UserError(
          "evaluation.start is %s, a run with other settings (%s); expected one that starts from the same policy on the same tasks, or nothing"
              .formatted(other.path(), difference(wanted, found)));
    }
    List<EvaluationLine> lines =
        JsonLines.read(other.evaluations(), EvaluationLine.class).stream()
            .filter(line -> line.version() == 0)
            .filter(line -> !line.split().equals(EvaluationLine.TEST_SAMPLED))
            .toList();
    if (lines.isEmpty()) {
      throw new UserError(
          "evaluation.start is %s, a run that has not measured its start; expected a complete one, or nothing"
              .formatted(other.path()));
    }
    return lines;
  }

  /**
   * The settings that the evaluations follow from, by key.
   *
   * @param overrides settings of the form {@code section.name=value}, over those of the file
   */
  static Map<String, String> basis(Path file, List<String> overrides) {
    Map<String, String> basis = TrainSettings.byKey(file, overrides, SECTIONS);
    basis
        .keySet()
        .removeIf(key -> WITHOUT_EFFECT.contains(key) || key.startsWith("rollouts.branches"));
    return basis;
  }

  private static String difference(Map<String, String> wanted, Map<String, String> found) {
    for (Map.Entry<String, String> each : wanted.entrySet()) {
      String other = found.get(each.getKey());
      if (!each.getValue().equals(other)) {
        return "%s is %s there and %s here".formatted(each.getKey(), other, each.getValue());
      }
    }
    return "it has more settings";
  }
}
