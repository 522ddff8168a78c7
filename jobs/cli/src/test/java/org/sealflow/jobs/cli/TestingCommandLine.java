package org.sealflow.jobs.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.sealflow.jobs.cli.text.ExitCodes;
import picocli.CommandLine;

/**
 * Runs a command line and keeps its output.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it complained
 */
public record TestingCommandLine(int exitCode, String out, String err) {
  /** Runs {@code sealflow} with these arguments. */
  public static TestingCommandLine run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Sealflow.execute(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
    return new TestingCommandLine(exitCode, out.toString(), err.toString());
  }

  /** Runs one command, made by the test, with these arguments. */
  public static TestingCommandLine run(Object command, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(command)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .setExecutionExceptionHandler(
                (error, line, result) -> {
                  line.getErr().println(error.getMessage());
                  return ExitCodes.FAILED;
                })
            .execute(arguments);
    return new TestingCommandLine(exitCode, out.toString(), err.toString());
  }

  public List<String> lines() {
    return out.lines().toList();
  }
}
