package org.sealflow.jobs.bench;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.Verifications.Verification;

/** How fast one thread verifies trajectories, and what it leaves behind in memory. */
public final class VerifyBenchmark {
  private static final Duration LONGEST_ROUND = Duration.ofMillis(250);
  private static final int FEWEST_ROUNDS = 3;

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

  /** One way of verifying and what was measured of it. */
  private static final class Measured {
    private final Verification verification;
    private final Durations durations = new Durations();
    private final Medians perSecond = new Medians();
    private long trajectories;
    private long cpuNanos;
    private long valid;
    private double allocatedBytes;

    Measured(Verification verification) {
      this.verification = verification;
    }

    double perCpuSecond() {
      return trajectories * 1e9 / Math.max(1, cpuNanos);
    }
  }

  /** Runs the benchmark in the calling thread. */
  public BenchResult run() {
    Measured pass = new Measured(Verifications::officialAndPerTurn);
    Measured facts = new Measured(Verifications::allFacts);
    Measured unprepared = new Measured(Verifications::groundTruthParsedEachTime);
    List<Measured> ways = List.of(pass, facts, unprepared);
    progress.accept("warming up for " + 3 * settings.warmup().toSeconds() + " s");
    for (Measured way : ways) {
      warmUp(way);
    }
    measure(ways);
    for (Measured way : ways) {
      way.allocatedBytes = allocatedBytes(way.verification);
    }
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

  private void warmUp(Measured way) {
    long end = System.nanoTime() + settings.warmup().toNanos();
    do {
      for (Trajectory trajectory : workload.trajectories()) {
        way.verification.verify(trajectory);
      }
    } while (System.nanoTime() < end);
  }

  /** The ways take turns, so that whatever else the machine does falls on all of them. */
  private void measure(List<Measured> ways) {
    Duration all = settings.measure();
    long round = Math.min(LONGEST_ROUND.toNanos(), all.toNanos() / FEWEST_ROUNDS);
    long rounds = round == 0 ? FEWEST_ROUNDS : all.toNanos() / round;
    progress.accept("measuring " + rounds + " rounds of each way to verify");
    for (long i = 0; i < rounds; i++) {
      for (Measured way : ways) {
        round(way, round);
      }
    }
  }

  private void round(Measured way, long nanos) {
    long cpuBegun = cpuNanos();
    long begun = System.nanoTime();
    long trajectories = 0;
    long before = begun;
    do {
      long valid = 0;
      for (Trajectory trajectory : workload.trajectories()) {
        valid += way.verification.verify(trajectory) ? 1 : 0;
        long after = System.nanoTime();
        way.durations.add(after - before);
        before = after;
      }
      way.valid = valid;
      trajectories += workload.trajectories().size();
    } while (before - begun < nanos);
    way.perSecond.add(trajectories * 1e9 / (before - begun));
    way.trajectories += trajectories;
    way.cpuNanos += cpuNanos() - cpuBegun;
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Mean over one pass through the workload. */
  private double allocatedBytes(Verification verification) {
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (Trajectory trajectory : workload.trajectories()) {
      verification.verify(trajectory);
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before)
        / workload.trajectories().size();
  }

  private BenchResult.Section described(Measured pass) {
    return new BenchResult.Section(
        "workload",
        List.of(
            Figure.counted("trajectories", "trajectories", workload.trajectories().size()),
            Figure.counted("leftOutRecords", "records left out", workload.leftOut()),
            Figure.counted("turns", "turns", workload.turns()),
            Figure.counted("calls", "policy's calls", workload.calls()),
            Figure.counted("officialValid", "officially valid", pass.valid)));
  }

  private BenchResult.Section official(Measured pass) {
    return new BenchResult.Section(
        "verification: official verdict and score per turn",
        List.of(
            Figure.measured(
                "trajectoriesPerSecond",
                "trajectories per second",
                pass.perSecond.median(),
                Goal.atLeast(12_000)),
            Figure.measured(
                "callsPerSecond", "policy's calls per second", perSecond(workload.calls(), pass)),
            Figure.measured(
                "trajectoriesPerCpuSecond",
                "trajectories per second of CPU, all threads",
                pass.perCpuSecond()),
            Figure.measured("p50Microseconds", "p50, µs", pass.durations.micros(0.5)),
            Figure.measured("p99Microseconds", "p99, µs", pass.durations.micros(0.99)),
            Figure.measured(
                "allocatedBytesPerTrajectory",
                "bytes allocated per trajectory",
                pass.allocatedBytes)));
  }

  private double perSecond(long calls, Measured way) {
    return way.perSecond.median() * calls / workload.trajectories().size();
  }

  private BenchResult.Section facts(Measured facts) {
    return new BenchResult.Section(
        "all facts a diagnosis rests on",
        List.of(
            Figure.measured(
                "factsTrajectoriesPerSecond", "trajectories per second", facts.perSecond.median()),
            Figure.measured(
                "factsTrajectoriesPerCpuSecond",
                "trajectories per second of CPU, all threads",
                facts.perCpuSecond()),
            Figure.measured(
                "factsCallsPerSecond",
                "policy's calls per second",
                perSecond(workload.calls(), facts)),
            Figure.measured("factsP50Microseconds", "p50, µs", facts.durations.micros(0.5)),
            Figure.measured("factsP99Microseconds", "p99, µs", facts.durations.micros(0.99)),
            Figure.measured(
                "factsAllocatedBytesPerTrajectory",
                "bytes allocated per trajectory",
                facts.allocatedBytes)));
  }

  private static BenchResult.Section unprepared(Measured unprepared, Measured pass) {
    return new BenchResult.Section(
        "baseline: official verdict and score, ground truth parsed each time",
        List.of(
            Figure.measured(
                "groundTruthParsedEachTimeTrajectoriesPerSecond",
                "trajectories per second",
                unprepared.perSecond.median()),
            Figure.measured(
                "speedupOverGroundTruthParsedEachTime",
                "speed-up of the ground truth parsed once",
                pass.perSecond.median() / unprepared.perSecond.median())));
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

  private static List<String> method(Measured pass, @Nullable MemoryRange range) {
    List<String> method = new ArrayList<>();
    method.add(
        "One thread; rates are medians of "
            + pass.perSecond.count()
            + " rounds after warm-up, the three ways to verify taking turns.");
    method.add(
        "Calls are the policy's; the ground truth's are executed beside them and not counted.");
    method.add(
        "The goal is stated for the 1,992 trajectories recorded of the reference; others weigh"
            + " differently.");
    if (range != null) {
      method.add(
          "The slope is the least-squares line through the heap in use after full collections.");
    }
    return method;
  }
}
