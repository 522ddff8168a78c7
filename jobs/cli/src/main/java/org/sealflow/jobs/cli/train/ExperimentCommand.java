package org.sealflow.jobs.cli.train;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.sealflow.jobs.cli.option.GracefulStop;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.run.RunDirectory;
import org.sealflow.jobs.train.Experiment;
import org.sealflow.jobs.train.ExperimentSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the arms of an experiment. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    description = {
      "Runs every arm of an experiment with every seed, a process each.",
      "What is complete is left alone and what was stopped goes on: the same command may be given"
          + " again at any time."
    })
public final class ExperimentCommand implements Callable<Integer> {
  /** Runs write savepoints when they are told to stop. */
  private static final Duration LONGEST_STOP = Duration.ofMinutes(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "EXPERIMENT",
      description = "The experiment, such as exp/does-diagnosis-help/experiment.yaml.")
  private Path file = Path.of("");

  @Parameters(
      index = "1..*",
      paramLabel = "KEY=VALUE",
      description = "Settings that stand over those of the file, such as experiment.parallel=2.")
  private List<String> overrides = List.of();

  private final Class<?> program;

  /**
   * A command.
   *
   * @param program the class whose main method runs the command line of a run
   */
  public ExperimentCommand(Class<?> program) {
    this.program = program;
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    ExperimentSettings settings = ExperimentSettings.read(file, overrides);
    out.println(
        settings.question()
            + " "
            + Shown.count(settings.arms().size(), "arm")
            + ", "
            + Shown.count(settings.seeds().values().stream().mapToInt(List::size).sum(), "run"));
    List<RunDirectory> runs = run(settings, out);
    StringBuilder compare = new StringBuilder("see `sealflow compare");
    runs.forEach(run -> compare.append(' ').append(run.path()));
    out.println(compare.append('`'));
    return 0;
  }

  private List<RunDirectory> run(ExperimentSettings settings, PrintWriter out)
      throws InterruptedException {
    Experiment experiment =
        new Experiment(
            settings,
            program.getName(),
            line -> {
              synchronized (out) {
                out.println(line);
                out.flush();
              }
            });
    try (GracefulStop stop = new GracefulStop(LONGEST_STOP)) {
      stop.onSignal(experiment::stop);
      return experiment.run();
    }
  }
}
