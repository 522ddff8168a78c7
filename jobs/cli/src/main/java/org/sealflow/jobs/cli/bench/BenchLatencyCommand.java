package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.stream.LatencyBenchmark;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.cli.option.Pace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how soon a diagnosis follows its event. */
@Command(
    name = "latency",
    description = {
      "Measures the time from an event to its diagnosis, Kafka to Kafka, at a steady rate, on a"
          + " broker and a cluster of their own in this process. The job starts cold."
    },
    mixinStandardHelpOptions = true)
final class BenchLatencyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();
  @Mixin private CheckpointIntervalOption checkpoints = new CheckpointIntervalOption();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Events per second (default: ${DEFAULT-VALUE}).")
  private double rate = 1000;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "30",
      description =
          "How long events are sent; the first third, in which the job warms up, is not measured"
              + " (default: ${DEFAULT-VALUE}).")
  private double seconds = 30;

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
      names = "--buffer-timeout",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "0.001s",
      description =
          "Longest time an event waits to be verified, and a record to be written (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration bufferTimeout = Duration.ofMillis(1);

  @Override
  public Integer call() throws Exception {
    if (!(rate > 0) || !(seconds > 0) || parallelism < 1) {
      throw new ParameterException(
          spec.commandLine(), "--rate and --seconds are above 0, --parallelism at least 1");
    }
    LatencyBenchmark.Settings settings =
        new LatencyBenchmark.Settings(
            Duration.ofNanos((long) (seconds * 1e9)),
            parallelism,
            partitions,
            checkpoints.interval(),
            bufferTimeout);
    Pace pace = new Pace(rate, System::nanoTime, LockSupport::parkNanos);
    PrintWriter err = spec.commandLine().getErr();
    Workload read = workload.read();
    BenchResult result = new LatencyBenchmark(read, settings, pace::await, err::println).run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
