package org.sealflow.jobs.cli.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The project's figures, measured here. */
@Command(
    name = "bench",
    description = "Measures the project's figures on this machine.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchVerifyCommand.class,
      BenchPipelineCommand.class,
      BenchLatencyCommand.class,
      BenchGrowthCommand.class,
      BenchStateCommand.class,
      BenchLoopCommand.class,
      BenchRolloutCommand.class,
      BenchBranchCommand.class,
      BenchLearnerCommand.class,
      BenchGenerateCommand.class,
      BenchAttributionCommand.class,
      BenchReviewCommand.class,
      BenchWorldsCommand.class,
      BenchServeEnvironmentCommand.class,
      BenchGatewayCommand.class,
      BenchInspectorCommand.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no benchmark given, expected verify, pipeline, latency, growth, state, loop, rollout,"
            + " branch, learner, generate, attribution, review, worlds, serve-environment,"
            + " gateway or inspector");
  }
}
