package org.sealflow.jobs.train;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.TrainingStep;

/** Looks for runs that go wrong. Pure functions of what a run has shown. */
final class RunGuards {
  /** Batches whose share of empty turns is what later ones are compared with. */
  private static final int FIRST_BATCHES = 5;

  /** Batches that are averaged before they are compared. */
  private static final int RECENT_BATCHES = 5;

  private RunGuards() {}

  /** Why the run should stop, in a line; empty where nothing is wrong. */
  static Optional<String> problem(
      TrainSettings.Guards settings,
      List<EvaluationLine> evaluations,
      List<BatchLine> batches,
      List<TrainingStep> steps) {
    return baseDrop(settings, evaluations)
        .or(() -> emptyTurns(settings, batches))
        .or(() -> flat(settings, steps));
  }

  private static Optional<String> baseDrop(
      TrainSettings.Guards settings, List<EvaluationLine> evaluations) {
    List<EvaluationLine> measured =
        evaluations.stream()
            .filter(line -> line.split().equals(EvaluationLine.VALIDATION))
            .filter(line -> line.base().counted() > 0)
            .toList();
    if (settings.baseDrop() == 0 || measured.isEmpty()) {
      return Optional.empty();
    }
    double best = measured.stream().mapToDouble(line -> line.base().rate()).max().orElse(0);
    EvaluationLine last = measured.get(measured.size() - 1);
    double drop = best - last.base().rate();
    return drop <= settings.baseDrop()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "base success fell to %.3f at version %d, from %.3f at best; the guard"
                    + " guards.baseDrop allows %.3f",
                last.base().rate(),
                last.version(),
                best,
                settings.baseDrop()));
  }

  private static Optional<String> emptyTurns(
      TrainSettings.Guards settings, List<BatchLine> batches) {
    if (settings.emptyTurns() == 0 || batches.size() < FIRST_BATCHES + RECENT_BATCHES) {
      return Optional.empty();
    }
    double first = mean(batches.subList(0, FIRST_BATCHES));
    double recent = mean(batches.subList(batches.size() - RECENT_BATCHES, batches.size()));
    return first == 0 || recent <= settings.emptyTurns() * first
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the share of empty turns grew from %.3f to %.3f; the guard guards.emptyTurns allows"
                    + " a factor of %.1f",
                first,
                recent,
                settings.emptyTurns()));
  }

  private static double mean(List<BatchLine> batches) {
    return batches.stream().mapToDouble(BatchLine::emptyTurns).average().orElse(0);
  }

  private static Optional<String> flat(TrainSettings.Guards settings, List<TrainingStep> steps) {
    int flat = 0;
    for (int i = steps.size() - 1; i >= 0 && isFlat(steps.get(i)); i--) {
      flat++;
    }
    return settings.flatBatches() == 0 || flat < settings.flatBatches()
        ? Optional.empty()
        : Optional.of(
            "in the last "
                + flat
                + " batches no group had different rewards, so there was nothing to learn from; see"
                + " guards.flatBatches");
  }

  private static boolean isFlat(TrainingStep step) {
    return step.getGroups().stream()
            .noneMatch(
                group ->
                    group.getOutcome() == GroupOutcome.USED
                        || group.getOutcome() == GroupOutcome.SURPLUS)
        && step.getGroups().stream()
            .anyMatch(group -> group.getOutcome() == GroupOutcome.ZERO_VARIANCE);
  }
}
