package org.sealflow.jobs.bench.verify;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.Figure;
import org.sealflow.jobs.bench.Goal;
import org.sealflow.jobs.bench.Machine;

/** Whether copying a world costs less than opening a new one and executing its calls again. */
public final class WorldsBenchmark {
  private final List<PlayedWorld> worlds;
  private final Duration warmup;
  private final Duration measure;
  private final Consumer<String> progress;

  private WorldsBenchmark(
      List<PlayedWorld> worlds, Duration warmup, Duration measure, Consumer<String> progress) {
    this.worlds = worlds;
    this.warmup = warmup;
    this.measure = measure;
    this.progress = progress;
  }

  /**
   * A benchmark of BFCL's worlds that has not run yet.
   *
   * @param warmup time each way runs unmeasured
   * @param measure time each is measured
   * @param progress is told what is being done
   */
  public static WorldsBenchmark of(
      Workload workload, Duration warmup, Duration measure, Consumer<String> progress) {
    return new WorldsBenchmark(
        workload.trajectories().stream().map(PlayedWorld::of).toList(), warmup, measure, progress);
  }

  /** The same of tau2-bench's worlds. */
  public static WorldsBenchmark of(
      TauWorkload workload, Duration warmup, Duration measure, Consumer<String> progress) {
    return new WorldsBenchmark(
        workload.episodes().stream().map(PlayedWorld::of).toList(), warmup, measure, progress);
  }

  /** Runs the benchmark in the calling thread. */
  public BenchResult run() {
    MeasuredWork<PlayedWorld> copies = new MeasuredWork<>(worlds, PlayedWorld::copy);
    MeasuredWork<PlayedWorld> again = new MeasuredWork<>(worlds, PlayedWorld::executeAgain);
    List<MeasuredWork<PlayedWorld>> ways = List.of(copies, again);
    progress.accept("warming up for " + 2 * warmup.toSeconds() + " s");
    ways.forEach(way -> way.warmUp(warmup));
    progress.accept("measuring " + MeasuredWork.rounds(measure) + " rounds of each way");
    MeasuredWork.measure(ways, measure);
    long calls = worlds.stream().mapToLong(PlayedWorld::calls).sum();
    return new BenchResult(
        "worlds",
        Machine.here(),
        List.of(
            new BenchResult.Section(
                "workload",
                List.of(
                    Figure.counted("worlds", "worlds", worlds.size()),
                    Figure.counted("calls", "calls that made them", calls))),
            new BenchResult.Section(
                "another world in the same state",
                List.of(
                    Figure.measured("copiesPerSecond", "copies per second", copies.perSecond()),
                    Figure.measured(
                        "executionsPerSecond",
                        "opened and executed again per second",
                        again.perSecond()),
                    Figure.measured(
                        "copiesPerExecution",
                        "copies in the time of one execution",
                        copies.perSecond() / again.perSecond(),
                        Goal.atLeast(1)),
                    Figure.measured(
                        "allocatedBytesPerCopy",
                        "bytes allocated per copy",
                        copies.allocatedBytes())))),
        List.of(
            "One thread; rates are medians of "
                + copies.rounds()
                + " rounds after warm-up, the two ways taking turns.",
            "Each world is as its episode left it, after all calls."));
  }
}
