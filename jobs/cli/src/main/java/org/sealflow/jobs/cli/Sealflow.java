package org.sealflow.jobs.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.settings.SettingsException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.Spec;

/** The {@code sealflow} command. */
@Command(
    name = "sealflow",
    description = "Verifies, diagnoses and trains tool-use agents as a stream.",
    mixinStandardHelpOptions = true,
    version = "sealflow 0.1.0",
    customSynopsis = "sealflow COMMAND [OPTIONS]",
    footer = {
      "",
      "Exit codes: 0 done, 1 something failed (one line says what), 2 the command line is wrong.",
      "`sealflow COMMAND --help` explains a command."
    })
public final class Sealflow implements Runnable {
  @Spec private CommandSpec spec;

  Sealflow() {
    this.spec = CommandSpec.create();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }

  public static void main(String[] args) {
    System.exit(execute(args, writer(System.out), writer(System.err)));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /** Runs one command line and answers its exit code. */
  public static int execute(String[] args, PrintWriter out, PrintWriter err) {
    boolean verbose = Arrays.asList(args).contains("--verbose");
    CommandLine line = parser(args);
    line.setOut(out);
    line.setErr(err);
    line.setExecutionStrategy(parsed -> run(parsed, verbose));
    line.setParameterExceptionHandler((error, given) -> usageError(error));
    line.setExecutionExceptionHandler(
        (error, command, result) -> executionError(error, command, verbose));
    return line.execute(args);
  }

  /**
   * The parser of a command line. It knows the command that is named alone: classes of the others
   * stay unloaded, as whoever asks for help or has made a mistake waits for it.
   */
  private static CommandLine parser(String[] args) {
    List<SealflowCommand> named =
        Arrays.stream(args)
            .limit(args.length > 0 && args[0].equals(SealflowCommand.HELP.word()) ? 2 : 1)
            .flatMap(word -> SealflowCommand.of(word).stream())
            .toList();
    return parser(named);
  }

  /** The parser of all command lines; it runs nothing. */
  public static CommandLine parser() {
    return parser(List.of(SealflowCommand.values()));
  }

  private static CommandLine parser(List<SealflowCommand> commands) {
    CommandLine line = new CommandLine(new Sealflow());
    commands.forEach(command -> line.addSubcommand(command.word(), command.make()));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    HelpPage.install(line);
    return line;
  }

  /** Help is shown without the log, which takes longer to set up than help takes. */
  private static int run(ParseResult parsed, boolean verbose) {
    boolean help =
        parsed.asCommandLineList().stream()
            .anyMatch(each -> each.isUsageHelpRequested() || each.isVersionHelpRequested());
    if (!help) {
      Logging.configure(verbose);
    }
    return new RunLast().execute(parsed);
  }

  private static int usageError(ParameterException error) {
    return usageError(MisspeltArgument.message(error), error.getCommandLine());
  }

  private static int usageError(@Nullable String problem, CommandLine command) {
    command
        .getErr()
        .println(
            "sealflow: "
                + Causes.oneLine(problem)
                + "; see `"
                + command.getCommandSpec().qualifiedName()
                + " --help`");
    command.getErr().flush();
    return ExitCodes.USAGE;
  }

  private static int executionError(Exception error, CommandLine command, boolean verbose) {
    PrintWriter err = command.getErr();
    UserError known = Causes.first(error, UserError.class);
    if (known instanceof UsageError) {
      return usageError(known.getMessage(), command);
    }
    SettingsException wrong = Causes.first(error, SettingsException.class);
    if (known == null && wrong != null) {
      return usageError(wrong.getMessage(), command);
    }
    err.println(
        "sealflow: "
            + (known == null ? Causes.innermost(error) : Causes.oneLine(known.getMessage())));
    if (verbose) {
      error.printStackTrace(err);
    } else if (known == null) {
      err.println("sealflow: this is not an expected failure; --verbose shows where it arose");
    }
    err.flush();
    return ExitCodes.FAILED;
  }
}
