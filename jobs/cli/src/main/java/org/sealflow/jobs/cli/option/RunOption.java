package org.sealflow.jobs.cli.option;

import picocli.CommandLine.Option;

/** The run that a command is about. */
public final class RunOption {
  @Option(
      names = "--run",
      required = true,
      paramLabel = "RUN",
      description = "The run's directory, as `sealflow train` made it, or its name on the topics.")
  private String run = "";

  /**
   * The run.
   *
   * @throws org.sealflow.jobs.settings.UserError if it is a directory, but of no run
   */
  public NamedRun named() {
    return NamedRun.of(run);
  }
}
