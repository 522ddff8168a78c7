package org.sealflow.jobs.bench.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.tau.diagnose.TauDiagnoser;
import org.sealflow.tau.judge.Judgement;
import org.sealflow.tau.replay.ReplayedEpisode;

/**
 * Measures how fast one thread verifies conversations of tau2-bench: all calls are executed, the
 * final data compared with the reference solution's, and all deterministic parts of the reward
 * decided.
 */
public final class TauVerifyBenchmark {
  private static final double GOAL = 5_000;

  private final TauWorkload workload;
  private final Duration warmup;
  private final Duration measure;
  private final Consumer<String> progress;

  /**
   * A benchmark that has not run yet.
   *
   * @param warmup time each kind of work runs unmeasured
   * @param measure time each is measured
   * @param progress is told what is being done
   */
  public TauVerifyBenchmark(
      TauWorkload workload, Duration warmup, Duration measure, Consumer<String> progress) {
    this.workload = workload;
    this.warmup = warmup;
    this.measure = measure;
    this.progress = progress;
  }

  /** Runs the benchmark in the calling thread. */
  public BenchResult run() {
    MeasuredWork<TauWorkload.Episode> all = verified(workload.episodes());
    Map<String, MeasuredWork<TauWorkload.Episode>> domains = byDomain();
    List<TauWorkload.Episode> failing =
        workload.episodes().stream().filter(episode -> !verify(episode)).toList();
    List<MeasuredWork<TauWorkload.Episode>> works = new ArrayList<>();
    works.add(all);
    works.addAll(domains.values());
    MeasuredWork<TauWorkload.Episode> diagnosed =
        new MeasuredWork<>(failing, TauVerifyBenchmark::diagnose);
    if (!failing.isEmpty()) {
      works.add(diagnosed);
    }
    progress.accept("warming up for " + works.size() * warmup.toSeconds() + " s");
    works.forEach(work -> work.warmUp(warmup));
    progress.accept(
        "measuring " + MeasuredWork.rounds(measure) + " rounds of " + works.size() + " workloads");
    MeasuredWork.measure(works, measure);
    List<BenchResult.Section> sections = new ArrayList<>();
    sections.add(described(all));
    sections.add(verification(all));
    sections.add(domains(domains));
    if (!failing.isEmpty()) {
      sections.add(diagnosis(failing.size(), diagnosed));
    }
    return new BenchResult(
        "verify",
        Machine.here(),
        sections,
        List.of(
            "One thread; rates are medians of "
                + all.rounds()
                + " rounds after warm-up, the workloads taking turns.",
            "Each conversation starts from its task's initial state; natural-language assertions"
                + " count as met."));
  }

  private static MeasuredWork<TauWorkload.Episode> verified(List<TauWorkload.Episode> episodes) {
    return new MeasuredWork<>(episodes, TauVerifyBenchmark::verify);
  }

  private static boolean verify(TauWorkload.Episode episode) {
    Judgement judgement = episode.replay().judgement();
    return judgement != null && judgement.passed();
  }

  private static boolean diagnose(TauWorkload.Episode episode) {
    ReplayedEpisode replayed = episode.replay();
    return TauDiagnoser.diagnose(replayed) != null;
  }

  private Map<String, MeasuredWork<TauWorkload.Episode>> byDomain() {
    Map<String, List<TauWorkload.Episode>> episodes = new TreeMap<>();
    for (TauWorkload.Episode episode : workload.episodes()) {
      episodes
          .computeIfAbsent(episode.recorded().domain(), domain -> new ArrayList<>())
          .add(episode);
    }
    Map<String, MeasuredWork<TauWorkload.Episode>> works = new TreeMap<>();
    episodes.forEach((domain, some) -> works.put(domain, verified(some)));
    return works;
  }

  private BenchResult.Section described(MeasuredWork<TauWorkload.Episode> all) {
    return new BenchResult.Section(
        "workload",
        List.of(
            Figure.counted("trajectories", "trajectories", workload.episodes().size()),
            Figure.counted("leftOutRecords", "records left out", workload.leftOut()),
            Figure.counted("calls", "calls", workload.calls()),
            Figure.counted("passed", "passed", all.valid())));
  }

  private BenchResult.Section verification(MeasuredWork<TauWorkload.Episode> all) {
    return new BenchResult.Section(
        "verification: all calls, final data and reward",
        List.of(
            Figure.measured(
                "trajectoriesPerSecond",
                "trajectories per second",
                all.perSecond(),
                Goal.atLeast(GOAL)),
            Figure.measured(
                "callsPerSecond",
                "calls per second",
                all.perSecond() * workload.calls() / workload.episodes().size()),
            Figure.measured(
                "trajectoriesPerCpuSecond",
                "trajectories per second of CPU, all threads",
                all.perCpuSecond()),
            Figure.measured("p50Microseconds", "p50, µs", all.durations().micros(0.5)),
            Figure.measured("p99Microseconds", "p99, µs", all.durations().micros(0.99)),
            Figure.measured(
                "allocatedBytesPerTrajectory",
                "bytes allocated per trajectory",
                all.allocatedBytes())));
  }

  private static BenchResult.Section domains(
      Map<String, MeasuredWork<TauWorkload.Episode>> domains) {
    List<Figure> figures = new ArrayList<>();
    domains.forEach(
        (domain, work) ->
            figures.add(
                Figure.measured(domain + "TrajectoriesPerSecond", domain, work.perSecond())));
    return new BenchResult.Section("trajectories per second by domain", figures);
  }

  private static BenchResult.Section diagnosis(
      long failing, MeasuredWork<TauWorkload.Episode> diagnosed) {
    return new BenchResult.Section(
        "verification and diagnosis of those that fail",
        List.of(
            Figure.counted("failing", "trajectories", failing),
            Figure.measured("diagnosedPerSecond", "trajectories per second", diagnosed.perSecond()),
            Figure.measured(
                "diagnosedP99Microseconds", "p99, µs", diagnosed.durations().micros(0.99))));
  }
}
