package org.sealflow.jobs.cli.option;

import org.jspecify.annotations.Nullable;
import org.sealflow.diagnose.repair.RepairFinder;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.verify.RepairSearch;
import picocli.CommandLine.Option;

/** Options of the search for repairs of failed episodes. */
public final class RepairOptions {
  @Option(
      names = "--repairs",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Search for the smallest edits of calls that make a failed episode pass, among the first"
              + " records until the run's executions are used up (default: on).")
  private boolean searched = true;

  @Option(
      names = "--repair-edits",
      paramLabel = "N",
      description = "Most edits of a repair (default: 3).")
  private int edits = RepairSettings.DEFAULT.maxEdits();

  @Option(
      names = "--repair-executions",
      paramLabel = "N",
      description =
          "Most executions of an episode in the search (default: 500; a run has 10,000,000).")
  private int executions = RepairSettings.DEFAULT.executionsPerEpisode();

  /**
   * The search; null if none is wanted.
   *
   * @throws UserError if a limit is less than 1
   */
  public @Nullable RepairSearch search() {
    if (edits < 1) {
      throw new UserError("--repair-edits is " + edits + ", expected at least 1");
    }
    if (executions < 1) {
      throw new UserError("--repair-executions is " + executions + ", expected at least 1");
    }
    long perRun = RepairSettings.DEFAULT.executionsPerRun();
    return searched ? new RepairFinder(new RepairSettings(edits, executions, perRun)) : null;
  }
}
