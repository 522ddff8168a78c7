package org.sealflow.jobs.cli.train;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that write data for other programs. */
@Command(
    name = "export",
    description = "Writes what a run has made in the forms of other programs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ExportBatchesCommand.class})
public final class ExportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no subcommand given, expected batches");
  }
}
