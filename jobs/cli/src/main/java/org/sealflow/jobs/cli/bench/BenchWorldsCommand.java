package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.verify.WorldsBenchmark;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether copying a world costs less than executing its calls again. */
@Command(
    name = "worlds",
    description = "Measures copies of worlds against executing their calls again, in one thread.",
    mixinStandardHelpOptions = true)
final class BenchWorldsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();

  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description = "bfcl (default) or tau2, as in bench verify.")
  private BenchVerifyCommand.Environment environment = BenchVerifyCommand.Environment.BFCL;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "4s",
      description = "Time each way runs unmeasured (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(4);

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "4s",
      description = "Time each way is measured (default: ${DEFAULT-VALUE}).")
  private Duration measure = Duration.ofSeconds(4);

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    WorldsBenchmark benchmark =
        switch (environment) {
          case BFCL -> WorldsBenchmark.of(workload.read(), warmup, measure, err::println);
          case TAU2 -> WorldsBenchmark.of(workload.readTau2(), warmup, measure, err::println);
        };
    BenchOutput.print(benchmark.run(), common.json(), spec.commandLine().getOut());
    return 0;
  }
}
