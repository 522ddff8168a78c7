package org.sealflow.system;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.sealflow.jobs.cli.Sealflow;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The output of one run of the command line. */
record Console(int exitCode, String out, String err) {
  /** Runs a command line in this JVM. */
  static Console run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Sealflow.execute(arguments, new PrintWriter(out), new PrintWriter(err));
    return new Console(exitCode, out.toString(), err.toString());
  }

  /** The lines on the error stream. */
  List<String> errorLines() {
    return err.lines().toList();
  }

  /** The command line as a parser: it runs nothing. */
  static CommandLine parser() {
    return Sealflow.parser();
  }

  /** Every command and subcommand, the first one itself included; each as its words. */
  static List<List<String>> commands() {
    List<List<String>> commands = new ArrayList<>();
    add(parser(), List.of(), commands);
    return commands;
  }

  private static void add(CommandLine command, List<String> words, List<List<String>> commands) {
    commands.add(words);
    command
        .getSubcommands()
        .forEach(
            (name, subcommand) -> {
              List<String> path = new ArrayList<>(words);
              path.add(name);
              add(subcommand, path, commands);
            });
  }

  /** The model of a command. */
  static CommandSpec spec(List<String> words) {
    CommandLine command = parser();
    for (String word : words) {
      command = command.getSubcommands().get(word);
    }
    return command.getCommandSpec();
  }
}
