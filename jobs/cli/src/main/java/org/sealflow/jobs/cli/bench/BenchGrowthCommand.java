package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.stream.GrowthBenchmark;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the cost of an event as the system grows. */
@Command(
    name = "growth",
    description = {
      "Measures what an event costs the live job with more subtasks, categories, runs, and episodes"
          + " in flight, on a broker and a cluster of their own in this process."
    },
    mixinStandardHelpOptions = true)
final class BenchGrowthCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();
  @Mixin private CheckpointIntervalOption checkpoints = new CheckpointIntervalOption();

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Events of a run, at least: episodes are whole (default: ${DEFAULT-VALUE}).")
  private long records = 200_000;

  @Option(
      names = "--live-episodes",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "Episodes that keep their world in memory per subtask (default: ${DEFAULT-VALUE}); ten"
              + " times as many are in flight in the largest run.")
  private int liveEpisodes = 100;

  @Option(
      names = "--warmup-runs",
      paramLabel = "N",
      defaultValue = "2",
      description = "Runs of each size before any is measured (default: ${DEFAULT-VALUE}).")
  private int warmupRuns = 2;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Measured runs of each size (default: ${DEFAULT-VALUE}).")
  private int runs = 5;

  @Override
  public Integer call() throws Exception {
    if (records < 1 || liveEpisodes < 1 || runs < 1 || warmupRuns < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--records, --live-episodes and --runs are at least 1, --warmup-runs at least 0");
    }
    PrintWriter err = spec.commandLine().getErr();
    Workload read = workload.read();
    BenchResult result =
        new GrowthBenchmark(
                read,
                new GrowthBenchmark.Settings(
                    records, liveEpisodes, checkpoints.interval(), warmupRuns, runs),
                err::println)
            .run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
