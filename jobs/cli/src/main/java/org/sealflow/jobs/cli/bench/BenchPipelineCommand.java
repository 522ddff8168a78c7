package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.stream.PipelineBenchmark;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.schemas.Mode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how many events a second the live job takes. */
@Command(
    name = "pipeline",
    description = {
      "Measures events per second through the live job, against bare jobs that read and write the"
          + " same bytes, on a broker and a cluster of their own in this process."
    },
    mixinStandardHelpOptions = true)
final class BenchPipelineCommand implements Callable<Integer> {
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
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "Parallel instances of each operator (default: ${DEFAULT-VALUE}).")
  private int parallelism = 2;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions of the topics (default: ${DEFAULT-VALUE}).")
  private int partitions = 4;

  @Option(
      names = "--warmup-runs",
      paramLabel = "N",
      defaultValue = "4",
      description = "Runs of each job before any is measured (default: ${DEFAULT-VALUE}).")
  private int warmupRuns = 4;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Measured runs of each job (default: ${DEFAULT-VALUE}).")
  private int runs = 5;

  @Option(
      names = "--buffer-timeout",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "0.001s",
      description =
          "Longest time an event waits to be verified, and a record to be written (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration bufferTimeout = Duration.ofMillis(1);

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      split = ",",
      defaultValue = "eval",
      description =
          "What the episodes are for: eval, train, or eval,train for both and their ratio. Those"
              + " for training are profiled, and patches are made of them (default:"
              + " ${DEFAULT-VALUE}).")
  private List<Mode> modes = List.of(Mode.EVAL);

  @Override
  public Integer call() throws Exception {
    if (records < 1 || parallelism < 1 || runs < 1 || warmupRuns < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--records, --parallelism and --runs are at least 1, --warmup-runs at least 0");
    }
    PipelineBenchmark.Settings settings =
        new PipelineBenchmark.Settings(
            records,
            parallelism,
            partitions,
            warmupRuns,
            runs,
            bufferTimeout,
            checkpoints.interval(),
            EnumSet.copyOf(modes));
    PrintWriter err = spec.commandLine().getErr();
    Workload read = workload.read();
    BenchResult result = new PipelineBenchmark(read, settings, err::println).run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
