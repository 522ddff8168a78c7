package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.rollout.RolloutBenchmark;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.LiveOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how many answers the episode runner takes a second. */
@Command(
    name = "rollout",
    description = {
      "Measures answers per second of the episode runner, many episodes in flight, against a bare"
          + " client with the same requests; the server that answers both is a process of its own."
    },
    mixinStandardHelpOptions = true)
final class BenchRolloutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "The tasks played, in the benchmark's layout (default: data/tasks).")
  private Path tasks = Path.of("data", "tasks");

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Episodes at the same time, over all runners (default: ${DEFAULT-VALUE}).")
  private int inFlight = 1000;

  @Option(
      names = "--answer-time",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "0.5s",
      description = "Time the server takes for an answer (default: ${DEFAULT-VALUE}).")
  private Duration answerTime = Duration.ofMillis(500);

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "Runners, and bare clients (default: ${DEFAULT-VALUE}).")
  private int parallelism = 2;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "6s",
      description = "Time each works unmeasured at first (default: ${DEFAULT-VALUE}).")
  private Duration warmup = Duration.ofSeconds(6);

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Time each is measured in a round (default: ${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "2",
      description = "How often they take turns (default: ${DEFAULT-VALUE}).")
  private int rounds = 2;

  @Override
  public Integer call() throws Exception {
    boolean sound = parallelism >= 1 && inFlight >= parallelism && seconds >= 2 && rounds >= 1;
    if (!sound || answerTime.toMillis() < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--parallelism and --rounds are at least 1, --in-flight at least --parallelism,"
              + " --seconds at least 2, --answer-time at least a millisecond");
    }
    RolloutBenchmark.Settings settings =
        new RolloutBenchmark.Settings(
            inFlight, answerTime, parallelism, warmup, Duration.ofSeconds(seconds), rounds);
    PrintWriter err = spec.commandLine().getErr();
    BenchResult result =
        new RolloutBenchmark(tasks, settings, Clock.systemUTC(), err::println).run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
