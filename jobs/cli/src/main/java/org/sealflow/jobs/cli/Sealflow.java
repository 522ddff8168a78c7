package org.sealflow.jobs.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code sealflow} command. */
@Command(
    name = "sealflow",
    description = "Verifies, diagnoses and trains tool-use agents as a stream.",
    mixinStandardHelpOptions = true,
    version = "sealflow 0.1.0",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ReplayCommand.class,
      DiagnoseCommand.class,
      TrainCommand.class,
      ExperimentCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      RolloutCommand.class,
      EvaluateCommand.class,
      PublishCommand.class,
      TailCommand.class,
      PatchesCommand.class,
      TopicsCommand.class,
      FailuresCommand.class,
      TasksCommand.class,
      SubmitCommand.class,
      ServeCommand.class,
      WarmStartCommand.class,
      BenchCommand.class,
      DoctorCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Exit codes: 0 done, 1 something failed (one line says what), 2 the command line is wrong.",
      "`sealflow COMMAND --help` explains a command."
    })
public final class Sealflow implements Runnable {
  /** The command line is wrong. */
  static final int USAGE = 2;

  /** The command failed. */
  static final int FAILED = 1;

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
    Logging.configure(verbose);
    CommandLine line = new CommandLine(new Sealflow());
    line.setOut(out);
    line.setErr(err);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(true);
    line.setParameterExceptionHandler((error, given) -> usageError(error));
    line.setExecutionExceptionHandler(
        (error, command, result) -> executionError(error, command, verbose));
    return line.execute(args);
  }

  private static int usageError(ParameterException error) {
    CommandLine command = error.getCommandLine();
    command
        .getErr()
        .println(
            "sealflow: "
                + Causes.oneLine(error.getMessage())
                + "; see `"
                + command.getCommandSpec().qualifiedName()
                + " --help`");
    return USAGE;
  }

  private static int executionError(Exception error, CommandLine command, boolean verbose) {
    PrintWriter err = command.getErr();
    UserError known = Causes.first(error, UserError.class);
    err.println(
        "sealflow: "
            + (known == null ? Causes.innermost(error) : Causes.oneLine(known.getMessage())));
    if (verbose) {
      error.printStackTrace(err);
    } else if (known == null) {
      err.println("sealflow: this is not an expected failure; --verbose shows where it arose");
    }
    err.flush();
    return FAILED;
  }
}
