package org.sealflow.jobs.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sealflow.schemas.TrainingStep;

/**
 * Tells who waits for whom: of the time from the first batch planned to the last step's end, the
 * share in which no batch was being played, and that in which no step was computed. The commit of
 * versions counts as waiting of both.
 *
 * @param seconds the time looked at
 * @param rolloutsWait share of it without a batch in play, 0 to 1
 * @param learnerWaits share of it without a step, 0 to 1
 */
public record LoopTiming(double seconds, double rolloutsWait, double learnerWaits) {
  /** A stretch of time, milliseconds. */
  private record Span(long from, long to) {}

  /** Of a run's batches and steps; nothing waits where there are none. */
  public static LoopTiming of(List<BatchLine> batches, List<TrainingStep> steps) {
    if (batches.isEmpty() || steps.isEmpty()) {
      return new LoopTiming(0, 0, 0);
    }
    return between(
        batches,
        steps,
        batches.stream().mapToLong(BatchLine::plannedAt).min().orElseThrow(),
        steps.stream().mapToLong(step -> step.getEndedAt().toEpochMilli()).max().orElseThrow());
  }

  /**
   * Of a part of the time.
   *
   * @param from where it begins, milliseconds since the epoch
   * @param to where it ends, likewise
   */
  public static LoopTiming between(
      List<BatchLine> batches, List<TrainingStep> steps, long from, long to) {
    List<Span> playing =
        batches.stream().map(batch -> new Span(batch.plannedAt(), batch.endedAt())).toList();
    List<Span> learning =
        steps.stream()
            .map(
                step ->
                    new Span(step.getStartedAt().toEpochMilli(), step.getEndedAt().toEpochMilli()))
            .toList();
    double whole = Math.max(1, to - from);
    return new LoopTiming(
        whole / 1000,
        1 - covered(playing, from, to) / whole,
        1 - covered(learning, from, to) / whole);
  }

  /** How much of a time the spans cover together, milliseconds. */
  private static long covered(List<Span> spans, long from, long to) {
    List<Span> sorted = new ArrayList<>(spans);
    sorted.sort(Comparator.comparingLong(Span::from));
    long covered = 0;
    long reached = from;
    for (Span span : sorted) {
      long begin = Math.max(reached, span.from());
      long end = Math.min(to, span.to());
      if (end > begin) {
        covered += end - begin;
        reached = end;
      }
    }
    return covered;
  }
}
