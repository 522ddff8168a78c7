package org.sealflow.jobs.cli.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How quickly the inspector opens, filters and executes other calls. */
@Command(
    name = "inspector",
    description =
        "Measures how quickly the inspector opens, filters, searches and executes other calls, with"
            + " many episodes.",
    mixinStandardHelpOptions = true)
final class BenchInspectorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of episodes (default: ${DEFAULT-VALUE}).")
  private int episodes;

  @Option(
      names = "--samples",
      paramLabel = "FILE",
      defaultValue = "data/trajectories/samples.jsonl",
      description = "Episodes to repeat, of the format calls (default: ${DEFAULT-VALUE}).")
  private Path samples = Path.of("data", "trajectories", "samples.jsonl");

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      defaultValue = "data/tasks",
      description = "The tasks (default: ${DEFAULT-VALUE}).")
  private Path tasks = Path.of("data", "tasks");

  @Override
  public Integer call() throws Exception {
    if (episodes < 1) {
      throw new UsageError("--episodes is " + episodes + ", expected at least 1");
    }
    try {
      BenchOutput.print(
          new InspectorBenchmark(episodes, samples, tasks, spec.commandLine().getErr()).run(),
          common.json(),
          spec.commandLine().getOut());
      return 0;
    } catch (IOException | IllegalArgumentException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }
}
