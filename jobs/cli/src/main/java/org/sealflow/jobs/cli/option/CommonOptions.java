package org.sealflow.jobs.cli.option;

import picocli.CommandLine.Option;

/** Options every command has. */
public final class CommonOptions {
  @Option(names = "--json", description = "Print JSON for programs instead of tables for people.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "Show the libraries' logs, and a stack trace where something fails.")
  private boolean verbose;

  public boolean json() {
    return json;
  }

  public boolean verbose() {
    return verbose;
  }
}
