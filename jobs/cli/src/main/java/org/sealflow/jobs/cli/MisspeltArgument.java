package org.sealflow.jobs.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sealflow.jobs.settings.yaml.NearestName;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the command or option that an unknown argument was meant to be. */
final class MisspeltArgument {
  private MisspeltArgument() {}

  /** The message of an error, with the name that was meant if an argument is unknown. */
  static String message(ParameterException error) {
    String message = String.valueOf(error.getMessage());
    if (!(error instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return message;
    }
    String argument = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    CommandSpec command = error.getCommandLine().getCommandSpec();
    if (argument.startsWith("-")) {
      return message + NearestName.question(argument, options(command));
    }
    List<String> commands = commands(command);
    return commands.isEmpty()
        ? message
        : "unknown command '" + argument + "'" + NearestName.question(argument, commands);
  }

  private static List<String> options(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Arrays.stream(option.names()))
        .toList();
  }

  private static List<String> commands(CommandSpec command) {
    if (command.userObject() instanceof Sealflow) {
      return SealflowCommand.words();
    }
    List<String> names = new ArrayList<>();
    for (CommandLine subcommand : command.subcommands().values()) {
      if (!subcommand.getCommandSpec().usageMessage().hidden()) {
        names.add(subcommand.getCommandName());
      }
    }
    return names;
  }
}
