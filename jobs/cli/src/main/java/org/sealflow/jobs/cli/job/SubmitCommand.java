package org.sealflow.jobs.cli.job;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Sends a job to a Flink cluster. */
@Command(
    name = "submit",
    description = {
      "Sends a job to a Flink cluster and returns when it is accepted.",
      "The job jar is what `flink run` takes as well."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "JOB",
    subcommands = {SubmitDiagnoseCommand.class, SubmitRolloutCommand.class})
public final class SubmitCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** Begins with the name of a job that there is not. */
  @Unmatched private List<String> words = new ArrayList<>();

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        (words.isEmpty() ? "no job given" : "'" + words.get(0) + "' is no job")
            + ", expected diagnose or rollout");
  }
}
