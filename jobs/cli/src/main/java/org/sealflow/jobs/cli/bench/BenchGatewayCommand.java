package org.sealflow.jobs.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.serving.GatewayBenchmark;
import org.sealflow.jobs.bench.serving.GatewayLoad;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How much longer calls take through the gateway. */
@Command(
    name = "gateway",
    description =
        "Measures how much longer the calls of agents take through the gateway, which records them,"
            + " than without it.",
    mixinStandardHelpOptions = true)
final class BenchGatewayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "Calls per second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "30s",
      description = "Time unmeasured (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(30);

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "12s",
      description = "Time measured, half of it through the gateway (default: ${DEFAULT-VALUE}).")
  private Duration measure = Duration.ofSeconds(12);

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    GatewayLoad load = load();
    try {
      BenchOutput.print(
          new GatewayBenchmark(load, err::println).run(),
          common.json(),
          spec.commandLine().getOut());
      return 0;
    } catch (IOException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private GatewayLoad load() {
    try {
      return new GatewayLoad(rate, warmup, measure);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
