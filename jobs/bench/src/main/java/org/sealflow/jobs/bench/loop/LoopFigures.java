package org.sealflow.jobs.bench.loop;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Durations;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;

/** Figures computed from the activations of a run. */
final class LoopFigures {
  private static final List<String> METHOD =
      List.of(
          "Broker, both jobs and the readers share this process and its processors. A scripted"
              + " policy leaves out a required argument of some tools of each category unless a cue"
              + " tells it: patches come, are mastered, go and come back, under the settings of a"
              + " run.",
          "Evidence to patch: from reading, on the topic diagnoses, the newest episode that the"
              + " patch names as its evidence (the one that crosses the threshold, or one before"
              + " it), until reading the patch on its topic, from where the planner reads it too.",
          "A batch is shown the patches known when it is planned. Counted are batches planned more"
              + " than a second after the evidence while the patch is active, with groups that it"
              + " is for; hints, of which a prompt has room for three, are left out.",
          "Evidence to patch shown: until reading, on the topic trajectories, the first"
              + " EpisodeStarted that carries it. The batches planned ahead come first, so that it"
              + " is longer the more of them there are.",
          "Event to patch record: from reading the event that ended that episode until reading the"
              + " patch.");

  private LoopFigures() {}

  /**
   * The measurements.
   *
   * @param activations those after the warm-up
   * @param seconds how long they were counted
   * @param episodes how many were started in that time
   */
  record Measured(List<Activation> activations, double seconds, int episodes) {
    Measured {
      activations = List.copyOf(activations);
    }

    /** Activations of which evidence and showing were read. */
    long shown() {
      return activations.stream().filter(each -> each.evidenceToShown().isPresent()).count();
    }
  }

  /**
   * The percentiles over the activations.
   *
   * @param measured at least one activation that was shown
   */
  static BenchResult of(
      LoopBenchmark.Settings settings, PlantedWeakness weakness, Measured measured) {
    return new BenchResult(
        "loop",
        Machine.here(),
        List.of(
            new BenchResult.Section("workload", workload(settings, weakness, measured)),
            new BenchResult.Section(
                "evidence to patch",
                percentiles(
                    "evidence",
                    durations(measured, Activation::evidenceToPatch),
                    Goal.atMost((double) Activation.LONGEST.toMillis()))),
            new BenchResult.Section(
                "batches planned more than a second after the evidence", manifests(measured)),
            new BenchResult.Section(
                "evidence to patch shown",
                percentiles("shown", durations(measured, Activation::evidenceToShown), null)),
            new BenchResult.Section(
                "event to patch record",
                percentiles("patch", durations(measured, Activation::eventToPatch), null))),
        METHOD);
  }

  private static List<Figure> workload(
      LoopBenchmark.Settings settings, PlantedWeakness weakness, Measured measured) {
    return List.of(
        new Figure(
            "activations",
            "activations measured",
            measured.shown(),
            Goal.atLeast(settings.activations())),
        Figure.counted(
            "activationsNotShown",
            "activations never shown",
            measured.activations().size() - measured.shown()),
        Figure.counted("weaknesses", "planted weaknesses", weakness.faults().size()),
        Figure.measured(
            "episodesPerSecond", "episodes per second", measured.episodes() / measured.seconds()));
  }

  private static List<Figure> manifests(Measured measured) {
    int planned = 0;
    int without = 0;
    for (Activation each : measured.activations()) {
      planned += each.manifests().planned();
      without += each.manifests().without();
    }
    return List.of(
        new Figure("manifests", "planned, counted for each patch", planned, Goal.atLeast(1)),
        new Figure("manifestsWithout", "without the patch", without, Goal.atMost(0)));
  }

  private static Durations durations(
      Measured measured, Function<Activation, OptionalLong> duration) {
    Durations durations = new Durations();
    measured.activations().forEach(each -> duration.apply(each).ifPresent(durations::add));
    return durations;
  }

  private static List<Figure> percentiles(String key, Durations durations, @Nullable Goal goal) {
    return List.of(
        Figure.measured(key + "P50Milliseconds", "p50, ms", durations.millis(0.5)),
        Figure.measured(key + "P90Milliseconds", "p90, ms", durations.millis(0.9)),
        new Figure(key + "P99Milliseconds", "p99, ms", durations.millis(0.99), goal),
        Figure.measured(key + "MaxMilliseconds", "longest, ms", durations.millis(1)));
  }
}
