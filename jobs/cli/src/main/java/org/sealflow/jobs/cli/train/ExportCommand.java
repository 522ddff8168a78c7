package org.sealflow.jobs.cli.train;

import org.sealflow.jobs.cli.replay.ExportDiagnosesCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that write data for other programs. */
@Command(
    name = "export",
    description =
        "Writes batches of a run, and diagnosed recordings, in the forms of other programs.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ExportBatchesCommand.class, ExportDiagnosesCommand.class})
public final class ExportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "no subcommand given, expected batches or diagnoses");
  }
}
