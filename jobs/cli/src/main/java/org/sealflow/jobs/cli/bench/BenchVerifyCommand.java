package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.verify.TauVerifyBenchmark;
import org.sealflow.jobs.bench.verify.VerifyBenchmark;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.settings.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how fast one thread verifies, and whether memory stays flat. */
@Command(
    name = "verify",
    description = {
      "Measures verification in one thread: rates, times, allocation and, on request, the slope of"
          + " the live heap.",
      "To watch the heap in a small one: SEALFLOW_JAVA_OPTIONS=-Xmx256m sealflow bench verify"
          + " --memory."
    },
    mixinStandardHelpOptions = true)
final class BenchVerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();

  /** Values of --environment. */
  enum Environment {
    BFCL,
    TAU2
  }

  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description = {
        "bfcl (default) or tau2: tau2-bench's conversations in FILE (tau2-calls), by default the"
            + " reference solutions of the tasks in --tasks DIR, a checkout of tau2-bench."
      })
  private Environment environment = Environment.BFCL;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "8s",
      description = "Time each way of verifying runs unmeasured (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(8);

  @Option(
      names = "--measure",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "8s",
      description = "Time each way is measured (default: ${DEFAULT-VALUE}).")
  private Duration measure = Duration.ofSeconds(8);

  @Option(names = "--memory", description = "Also measure the slope of the live heap.")
  private boolean memory;

  @Option(
      names = "--memory-from",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Verifications before the heap is first looked at (default: ${DEFAULT-VALUE}).")
  private long memoryFrom = 100_000;

  @Option(
      names = "--memory-to",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Verifications before the last look (default: ${DEFAULT-VALUE}).")
  private long memoryTo = 1_000_000;

  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    if (environment == Environment.TAU2) {
      if (memory) {
        throw new UsageError("--memory watches --environment bfcl alone; leave it out");
      }
      BenchResult result =
          new TauVerifyBenchmark(workload.readTau2(), warmup, measure, err::println).run();
      BenchOutput.print(result, common.json(), spec.commandLine().getOut());
      return 0;
    }
    VerifyBenchmark.Settings settings =
        new VerifyBenchmark.Settings(warmup, measure, memoryRange());
    Workload read = workload.read();
    BenchResult result = new VerifyBenchmark(read, settings, err::println).run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }

  private VerifyBenchmark.@Nullable MemoryRange memoryRange() {
    if (!memory) {
      return null;
    }
    if (memoryFrom < 1 || memoryTo <= memoryFrom) {
      throw new ParameterException(
          spec.commandLine(),
          "--memory-from is "
              + memoryFrom
              + " and --memory-to "
              + memoryTo
              + ", expected at least 1 and more than that");
    }
    return new VerifyBenchmark.MemoryRange(memoryFrom, memoryTo);
  }
}
