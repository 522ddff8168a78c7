package org.sealflow.jobs.cli.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.BenchResult;
import org.sealflow.jobs.bench.learner.BranchBenchmark;
import org.sealflow.jobs.bench.learner.LearnerShape;
import org.sealflow.jobs.cli.option.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the cost of a branch. */
@Command(
    name = "branch",
    description = {
      "Measures what the samples of a branch cost against as many tokens of episodes that have come"
          + " as far, with a random model."
    },
    mixinStandardHelpOptions = true)
final class BenchBranchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      converter = BenchLearnerCommand.ShapeConverter.class,
      defaultValue = "nano",
      description = "tiny, nano, small, 0.5b, 1.5b or 1b (default: ${DEFAULT-VALUE}).")
  private LearnerShape shape = LearnerShape.NANO;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads of the engine (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "8",
      description = "Samples of a branch (default: ${DEFAULT-VALUE}).")
  private int samples = 8;

  @Option(
      names = "--prefix-tokens",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Tokens before the branch (default: ${DEFAULT-VALUE}).")
  private int prefix = 1024;

  @Option(
      names = "--sampled-tokens",
      paramLabel = "N",
      defaultValue = "64",
      description = "Tokens of a sample (default: ${DEFAULT-VALUE}).")
  private int sampled = 64;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "How often branch and episodes take turns (default: ${DEFAULT-VALUE}).")
  private int rounds = 20;

  @Override
  public Integer call() throws Exception {
    if (threads < 1 || samples < 1 || prefix < 2 || sampled < 1 || rounds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--threads, --samples, --sampled-tokens and --rounds are at least 1, --prefix-tokens at"
              + " least 2");
    }
    PrintWriter err = spec.commandLine().getErr();
    BenchResult result =
        new BranchBenchmark(
                new BranchBenchmark.Settings(shape, threads, samples, prefix, sampled, rounds),
                err::println)
            .run();
    BenchOutput.print(result, common.json(), spec.commandLine().getOut());
    return 0;
  }
}
