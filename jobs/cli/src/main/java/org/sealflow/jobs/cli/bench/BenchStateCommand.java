package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.stream.StateBenchmark;
import org.sealflow.jobs.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What ended episodes leave behind. */
@Command(
    name = "state",
    description = {
      "Measures what ended episodes leave behind in the live job: heap, state, and the size and time"
          + " of a checkpoint per so many episodes. Needs no broker."
    },
    mixinStandardHelpOptions = true)
final class BenchStateCommand implements Callable<Integer> {
  private static final Set<String> BACKENDS = Set.of("hashmap", "rocksdb");

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();
  @Mixin private CheckpointIntervalOption checkpoints = new CheckpointIntervalOption();

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "10000000",
      description = "How many episodes end (default: ${DEFAULT-VALUE}).")
  private long episodes = 10_000_000;

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "After how many something is measured (default: ${DEFAULT-VALUE}).")
  private long every = 1_000_000;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      defaultValue = "2",
      description = "Instances of each operator (default: ${DEFAULT-VALUE}).")
  private int parallelism = 2;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      defaultValue = "rocksdb",
      split = ",",
      description = "How state is kept: rocksdb, hashmap, or both (default: ${DEFAULT-VALUE}).")
  private List<String> backends = List.of("rocksdb");

  @Override
  public Integer call() throws Exception {
    if (every < 1 || episodes < every || parallelism < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--every and --parallelism are at least 1, --episodes at least --every");
    }
    if (!BACKENDS.containsAll(backends)) {
      throw new ParameterException(
          spec.commandLine(), "--backend is " + backends + ", expected rocksdb, hashmap or both");
    }
    PrintWriter err = spec.commandLine().getErr();
    BenchResult result =
        new StateBenchmark(
                workload.read(),
                new StateBenchmark.Settings(
                    episodes, every, parallelism, checkpoints.interval(), backends),
                err::println)
            .run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
