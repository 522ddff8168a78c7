package org.sealflow.jobs.cli.serve;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that run a server. */
@Command(
    name = "serve",
    description = "Offers a policy, an environment or a page about recordings over HTTP.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServePolicyCommand.class,
      ServeEnvironmentCommand.class,
      ServeGatewayCommand.class,
      ServeInspectorCommand.class
    })
public final class ServeCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "no subcommand given, expected policy, environment, gateway or inspector");
  }
}
