package org.sealflow.jobs.bench.verify;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;
import org.sealflow.jobs.bench.verify.Verifications.Verification;

/** Measures how fast one thread verifies trajectories, and what it leaves behind in memory. */
public final class VerifyBenchmark {
  private final Workload workload;
  private final Settings settings;
  private final Consumer<String> progress;

  /**
   * How long to measure.
   *
   * @param warmup time each way of verifying runs before anything is measured
   * @param measure time each way is measured
   * @param memory over how many verifications to watch the heap; null not to
   */
  public record Settings(Duration warmup, Duration measure, @Nullable MemoryRange memory) {}

  /**
   * Verifications between which the heap is watched.
   *
   * @param from at least 1
   * @param to above {@code from}
   */
  public record MemoryRange(long from, long to) {
    public MemoryRange {
      if (from < 1 || to <= from) {
        throw new IllegalArgumentException("from " + from + " to " + to + " verifications");
      }
    }
  }

  /**
   * A benchmark that has not run yet.
   *
   * @param progress is told what is being done
   */
  public VerifyBenchmark(Workload workload, Settings settings, Consumer<String> progress) {
    this.workload = workload;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs the benchmark in the calling thread. */
  public BenchResult run() {
    MeasuredWork<Trajectory> pass = measured(Verifications::officialAndPerTurn);
    MeasuredWork<Trajectory> facts = measured(Verifications::allFacts);
    MeasuredWork<Trajectory> unprepared = measured(Verifications::groundTruthParsedEachTime);
    List<MeasuredWork<Trajectory>> ways = List.of(pass, facts, unprepared);
    progress.accept("warming up for " + 3 * settings.warmup().toSeconds() + " s");
    ways.forEach(way -> way.warmUp(settings.warmup()));
    progress.accept(
        "measuring " + MeasuredWork.rounds(settings.measure()) + " rounds of each way to verify");
    MeasuredWork.measure(ways, settings.measure());
    List<BenchResult.Section> sections = new ArrayList<>();
    sections.add(described(pass));
    sections.add(official(pass));
    sections.add(facts(facts));
    sections.add(unprepared(unprepared, pass));
    MemoryRange range = settings.memory();
    if (range != null) {
      sections.add(memory(range));
    }
    return new BenchResult("verify", Machine.here(), sections, method(pass, range));
  }

  private MeasuredWork<Trajectory> measured(Verification verification) {
    return new MeasuredWork<>(workload.trajectories(), verification::verify);
  }

  private BenchResult.Section described(MeasuredWork<Trajectory> pass) {
    return new BenchResult.Section(
        "workload",
        List.of(
            Figure.counted("trajectories", "trajectories", workload.trajectories().size()),
            Figure.counted("leftOutRecords", "records left out", workload.leftOut()),
            Figure.counted("turns", "turns", workload.turns()),
            Figure.counted("calls", "policy's calls", workload.calls()),
            Figure.counted("officialValid", "officially valid", pass.valid())));
  }

  private BenchResult.Section official(MeasuredWork<Trajectory> pass) {
    return new BenchResult.Section(
        "verification: official verdict and score per turn",
        List.of(
            Figure.measured(
                "trajectoriesPerSecond",
                "trajectories per second",
                pass.perSecond(),
                Goal.atLeast(60_000)),
            Figure.measured(
                "callsPerSecond", "policy's calls per second", perSecond(workload.calls(), pass)),
            Figure.measured(
                "trajectoriesPerCpuSecond",
                "trajectories per second of CPU, all threads",
                pass.perCpuSecond()),
            Figure.measured("p50Microseconds", "p50, µs", pass.durations().micros(0.5)),
            Figure.measured("p99Microseconds", "p99, µs", pass.durations().micros(0.99)),
            Figure.measured(
                "allocatedBytesPerTrajectory",
                "bytes allocated per trajectory",
                pass.allocatedBytes())));
  }

  private double perSecond(long calls, MeasuredWork<Trajectory> way) {
    return way.perSecond() * calls / workload.trajectories().size();
  }

  private BenchResult.Section facts(MeasuredWork<Trajectory> facts) {
    return new BenchResult.Section(
        "all facts a diagnosis rests on",
        List.of(
            Figure.measured(
                "factsTrajectoriesPerSecond",
                "trajectories per second",
                facts.perSecond(),
                Goal.atLeast(30_000)),
            Figure.measured(
                "factsTrajectoriesPerCpuSecond",
                "trajectories per second of CPU, all threads",
                facts.perCpuSecond()),
            Figure.measured(
                "factsCallsPerSecond",
                "policy's calls per second",
                perSecond(workload.calls(), facts)),
            Figure.measured("factsP50Microseconds", "p50, µs", facts.durations().micros(0.5)),
            Figure.measured("factsP99Microseconds", "p99, µs", facts.durations().micros(0.99)),
            Figure.measured(
                "factsAllocatedBytesPerTrajectory",
                "bytes allocated per trajectory",
                facts.allocatedBytes())));
  }

  private static BenchResult.Section unprepared(
      MeasuredWork<Trajectory> unprepared, MeasuredWork<Trajectory> pass) {
    return new BenchResult.Section(
        "baseline: official verdict and score, ground truth parsed each time",
        List.of(
            Figure.measured(
                "groundTruthParsedEachTimeTrajectoriesPerSecond",
                "trajectories per second",
                unprepared.perSecond()),
            Figure.measured(
                "speedupOverGroundTruthParsedEachTime",
                "speed-up of the ground truth parsed once",
                pass.perSecond() / unprepared.perSecond())));
  }

  private BenchResult.Section memory(MemoryRange range) {
    progress.accept("watching the heap over " + range.to() + " verifications");
    MemorySlope slope =
        MemorySlope.measure(workload.trajectories(), Verifications::allFacts, range);
    return new BenchResult.Section(
        "memory: live heap after collection, all facts",
        List.of(
            Figure.counted("memoryFromVerifications", "from verifications", range.from()),
            Figure.counted("memoryToVerifications", "to verifications", range.to()),
            Figure.counted("firstLiveBytes", "live bytes at the first", slope.firstLiveBytes()),
            Figure.counted("lastLiveBytes", "live bytes at the last", slope.lastLiveBytes()),
            Figure.measured(
                "bytesPerVerification",
                "bytes per verification (slope)",
                slope.bytesPerVerification(),
                Goal.atMost(1))));
  }

  private static List<String> method(MeasuredWork<Trajectory> pass, @Nullable MemoryRange range) {
    List<String> method = new ArrayList<>();
    method.add(
        "One thread; rates are medians of "
            + pass.rounds()
            + " rounds after warm-up, the three ways to verify taking turns.");
    method.add(
        "Calls are the policy's; the ground truth's are executed beside them and not counted.");
    method.add(
        "The goals are stated for the 1,992 trajectories recorded of the reference; others weigh"
            + " differently.");
    if (range != null) {
      method.add(
          "The slope is the least-squares line through the heap in use after full collections.");
    }
    return method;
  }
}
