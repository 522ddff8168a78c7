package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.loop.LoopBenchmark;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how soon a patch that answers evidence is shown. */
@Command(
    name = "loop",
    description = {
      "Measures the time from the evidence that calls for a patch to the first episode that is"
          + " shown it, with both jobs, a broker and a policy with planted weaknesses in this"
          + " process."
    },
    mixinStandardHelpOptions = true)
final class BenchLoopCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "The tasks played, in the benchmark's layout (default: data/tasks).")
  private Path tasks = Path.of("data", "tasks");

  @Option(
      names = "--activations",
      paramLabel = "N",
      defaultValue = "200",
      description = "Activations of patches to measure (default: ${DEFAULT-VALUE}).")
  private int activations = 200;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "15s",
      description =
          "Time from the first episode on that is not measured (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(15);

  @Option(
      names = "--longest",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "2m",
      description =
          "Longest time of measuring, whether there are as many or not (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration longest = Duration.ofMinutes(2);

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
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "8",
      description = "Episodes each instance plays at the same time (default: ${DEFAULT-VALUE}).")
  private int inFlight = 8;

  @Option(
      names = "--answer-time",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "0.03s",
      description = "Time the policy takes for an answer (default: ${DEFAULT-VALUE}).")
  private Duration answerTime = Duration.ofMillis(30);

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
    if (activations < 1 || parallelism < 1 || partitions < 1 || inFlight < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--activations, --parallelism, --partitions and --in-flight are at least 1");
    }
    LoopBenchmark.Settings settings =
        new LoopBenchmark.Settings(
            activations,
            warmup,
            longest,
            parallelism,
            partitions,
            inFlight,
            answerTime,
            bufferTimeout);
    PrintWriter err = spec.commandLine().getErr();
    BenchResult result = new LoopBenchmark(tasks, settings, err::println).run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
