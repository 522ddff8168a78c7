package org.sealflow.jobs.cli;

import picocli.CommandLine.Option;

/** Options every command has. */
final class CommonOptions {
  @Option(names = "--json", description = "Print JSON for programs instead of tables for people.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "Show the libraries' logs, and a stack trace where something fails.")
  private boolean verbose;

  boolean json() {
    return json;
  }

  boolean verbose() {
    return verbose;
  }
}
