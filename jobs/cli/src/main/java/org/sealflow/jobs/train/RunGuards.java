package org.sealflow.jobs.train;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sealflow.jobs.run.BatchLine;
import org.sealflow.jobs.run.EvaluationLine;
import org.sealflow.schemas.GroupOutcome;
import org.sealflow.schemas.TrainingStep;

/** Looks for runs that go wrong. Pure functions of what a run has shown. */
final class RunGuards {
  /** Batches whose share of empty turns is what later ones are compared with. */
  private static final int FIRST_BATCHES = 5;

  /** Batches that are averaged before they are compared. */
  private static final int RECENT_BATCHES = 5;

  /** Before every batch: no lowering has to show an effect first. */
  private static final long NEVER = -1;

  private RunGuards() {}

  /**
   * An alarm of a guard.
   *
   * @param reason what is wrong, a line
   * @param stops whether the run is to stop; else its learning rate is to be lowered once more
   */
  record Alarm(String reason, boolean stops) {}

  /**
   * The alarm to raise; empty if the run is healthy. After the rate was lowered, only results of
   * policies trained at the lower rate are held against the run.
   *
   * @param lowerings lowerings of the rate so far, in order
   */
  static Optional<Alarm> alarm(
      TrainSettings.Guards settings,
      List<LoweredRate> lowerings,
      List<EvaluationLine> evaluations,
      List<BatchLine> batches,
      List<TrainingStep> steps) {
    long since = lowerings.isEmpty() ? NEVER : lowerings.get(lowerings.size() - 1).fromBatch();
    return flat(settings, steps)
        .map(reason -> new Alarm(reason, true))
        .or(
            () ->
                baseDrop(settings, evaluations, since)
                    .or(() -> emptyTurns(settings, batches, since))
                    .map(reason -> alarm(settings, reason, lowerings.size())));
  }

  private static Alarm alarm(TrainSettings.Guards settings, String reason, int lowerings) {
    return switch (settings.action()) {
      case STOP -> new Alarm(reason, true);
      case LOWER_RATE ->
          lowerings < settings.lowerings()
              ? new Alarm(reason, false)
              : new Alarm(
                  reason + "; the rate was lowered before as often as guards.lowerings allows",
                  true);
    };
  }

  /**
   * @param since batch from which on the rate is what it is: the version it led to is the first
   *     that is looked at
   */
  private static Optional<String> baseDrop(
      TrainSettings.Guards settings, List<EvaluationLine> evaluations, long since) {
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
    return last.version() <= since || drop <= settings.baseDrop()
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
      TrainSettings.Guards settings, List<BatchLine> batches, long since) {
    if (settings.emptyTurns() == 0 || batches.size() < FIRST_BATCHES + RECENT_BATCHES) {
      return Optional.empty();
    }
    double first = mean(batches.subList(0, FIRST_BATCHES));
    List<BatchLine> recent = batches.subList(batches.size() - RECENT_BATCHES, batches.size());
    boolean early = recent.stream().anyMatch(batch -> batch.policyVersion() <= since);
    return early || first == 0 || mean(recent) <= settings.emptyTurns() * first
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the share of empty turns grew from %.3f to %.3f; the guard guards.emptyTurns allows"
                    + " a factor of %.1f",
                first,
                mean(recent),
                settings.emptyTurns()));
  }

  private static double mean(List<BatchLine> batches) {
    return batches.stream().mapToDouble(BatchLine::emptyTurns).average().orElse(0);
  }

  private static Optional<String> flat(TrainSettings.Guards settings, List<TrainingStep> steps) {
    int flat = 0;
    int lost = 0;
    for (int i = steps.size() - 1; i >= 0 && isFlat(steps.get(i)); i--) {
      flat++;
      lost += isLost(steps.get(i)) ? 1 : 0;
    }
    return settings.flatBatches() == 0 || flat < settings.flatBatches()
        ? Optional.empty()
        : Optional.of(
            "in the last "
                + flat
                + " batches "
                + reason(flat, lost)
                + ", so there was nothing to learn from; see guards.flatBatches");
  }

  private static String reason(int flat, int lost) {
    String differences = "no group had different rewards";
    String losses = "every group was lost to the infrastructure or did not end in time";
    if (lost == 0) {
      return differences;
    }
    return lost == flat ? losses : differences + ", and in " + lost + " of them " + losses;
  }

  private static boolean isFlat(TrainingStep step) {
    return isLost(step) || isWithoutDifferences(step);
  }

  private static boolean isLost(TrainingStep step) {
    return !step.getGroups().isEmpty()
        && step.getGroups().stream()
            .allMatch(
                group ->
                    group.getOutcome() == GroupOutcome.INFRASTRUCTURE_FAILED
                        || group.getOutcome() == GroupOutcome.EXPIRED);
  }

  private static boolean isWithoutDifferences(TrainingStep step) {
    return step.getGroups().stream()
            .noneMatch(
                group ->
                    group.getOutcome() == GroupOutcome.USED
                        || group.getOutcome() == GroupOutcome.SURPLUS)
        && step.getGroups().stream()
            .anyMatch(group -> group.getOutcome() == GroupOutcome.ZERO_VARIANCE);
  }
}
