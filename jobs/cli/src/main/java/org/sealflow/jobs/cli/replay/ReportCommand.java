package org.sealflow.jobs.cli.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.text.Waiting;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.report.run.RunEpisodes;
import org.sealflow.jobs.report.run.RunHistory;
import org.sealflow.jobs.report.run.RunReport;
import org.sealflow.jobs.settings.UsageError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reports on a training run. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Reports on a training run, on a page and in a few lines.",
      "The page holds learning curves, patches over time, figures of the loop, and the episodes of"
          + " evaluations, to browse by what changed. It can be made while the run goes on.",
      "Success is strict success; intervals are Wilson's at 95 %%."
    })
public final class ReportCommand implements Callable<Integer> {
  private static final String PAGE_DIRECTORY = "report";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(paramLabel = "RUN", description = "The run's directory, as `sealflow train` made it.")
  private Path run = Path.of("");

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the page is written (default: RUN/report).")
  private @Nullable Path output;

  @Option(
      names = "--report-trajectories",
      paramLabel = "N",
      description = "Most trajectories the page holds, failed ones first (default: 2000).")
  private int reportTrajectories = ReportLimits.DEFAULT.trajectories();

  @Override
  public Integer call() throws Exception {
    if (reportTrajectories < 0) {
      throw new UsageError(
          "--report-trajectories is " + reportTrajectories + ", expected at least 0");
    }
    RunHistory history = RunHistory.read(run);
    RunEpisodes episodes =
        new RunEpisodes(
            history, new ReportLimits(reportTrajectories, ReportLimits.DEFAULT.bytes()));
    List<String> missing = reportTrajectories == 0 ? List.of() : fill(history, episodes);
    RunReport report = new RunReport(history);
    Path target = output == null ? run.resolve(PAGE_DIRECTORY) : output;
    Path page = report.write(target, episodes);
    PrintWriter out = spec.commandLine().getOut();
    out.print(common.json() ? report.json() : report.text());
    out.flush();
    PrintWriter err = spec.commandLine().getErr();
    missing.forEach(line -> err.println("sealflow: " + line));
    err.println("report: " + page);
    return 0;
  }

  // Closed for its end, not for what it says.
  @SuppressWarnings("try")
  private List<String> fill(RunHistory history, RunEpisodes episodes) throws Exception {
    try (Waiting replaying =
        Waiting.until(
            "diagnosing the episodes of evaluations again (--report-trajectories 0 leaves them"
                + " out)",
            spec.commandLine().getErr())) {
      return new RunReplays(history.directory(), history.taskDirectory()).fill(episodes);
    }
  }
}
