package org.sealflow.jobs.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.environment.Environments;
import org.sealflow.environment.TaskFolder;
import org.sealflow.jobs.bench.serving.ServingBenchmark;
import org.sealflow.jobs.bench.serving.ServingLoad;
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

/** How fast the environment server is, and what its sessions weigh. */
@Command(
    name = "serve-environment",
    description =
        "Measures the environment server: how long steps take at a steady rate, and the memory of"
            + " open sessions.",
    mixinStandardHelpOptions = true)
final class BenchServeEnvironmentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      defaultValue = "data/tasks",
      description = "The tasks that are played (default: ${DEFAULT-VALUE}).")
  private Path tasks = Path.of("data", "tasks");

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Steps per second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--sessions",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Sessions open at once where memory is measured (default: ${DEFAULT-VALUE}).")
  private int sessions;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "60s",
      description = "Time unmeasured (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(60);

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "20s",
      description = "Time measured (default: ${DEFAULT-VALUE}).")
  private Duration measure = Duration.ofSeconds(20);

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    ServingLoad load = load();
    try {
      TaskFolder folder = Environments.readServable(tasks);
      BenchOutput.print(
          new ServingBenchmark(folder, load, err::println).run(),
          common.json(),
          spec.commandLine().getOut());
      return 0;
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private ServingLoad load() {
    try {
      return new ServingLoad(rate, warmup, measure, sessions);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + Causes.oneLine(wrong.getMessage()), wrong);
    }
  }
}
