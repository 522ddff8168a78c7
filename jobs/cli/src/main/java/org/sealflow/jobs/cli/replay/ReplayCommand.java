package org.sealflow.jobs.cli.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.JudgeOptions;
import org.sealflow.jobs.cli.option.ReadingOptions;
import org.sealflow.jobs.cli.option.RepairOptions;
import org.sealflow.jobs.cli.replay.recorded.DistinctEpisodes;
import org.sealflow.jobs.cli.replay.recorded.LogPages;
import org.sealflow.jobs.cli.replay.recorded.SpokenWords;
import org.sealflow.jobs.cli.replay.review.ReviewLines;
import org.sealflow.jobs.cli.replay.review.ReviewReplay;
import org.sealflow.jobs.cli.replay.tau.TauLines;
import org.sealflow.jobs.cli.replay.tau.TauReplay;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.cli.text.Progress;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.report.page.HtmlReport;
import org.sealflow.jobs.report.page.KeptTrajectories;
import org.sealflow.jobs.report.page.ReportLimits;
import org.sealflow.jobs.report.summary.DiagnosisSummary;
import org.sealflow.jobs.report.summary.ReplayVerdict;
import org.sealflow.jobs.report.summary.RunTotals;
import org.sealflow.jobs.report.summary.SummaryJson;
import org.sealflow.jobs.report.summary.SummaryTable;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.tau.results.ResultFile;
import org.sealflow.verify.VerifySettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Diagnoses recorded trajectories, offline. */
@Command(
    name = "replay",
    description = {
      "Diagnoses recorded trajectories, offline.",
      "Logs of any agent ("
          + "chat, responses, atif, verifiers, otel, seal) are diagnosed by what they themselves prove;"
          + " recordings of benchmarks need --tasks. Formats are recognised.",
      "Needs no broker. Output is in input order and the same at any parallelism."
    },
    mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
  /** Values of --output-format. */
  enum OutputFormat {
    DIAGNOSIS,
    REFERENCE
  }

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recorded trajectories, gzipped or not.")
  private List<Path> files = List.of();

  @Mixin private ReadingOptions reading = new ReadingOptions();
  @Mixin private RepairOptions repairs = new RepairOptions();
  @Mixin private JudgeOptions judge = new JudgeOptions();

  @Option(
      names = "--judge-requests",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many conversations are judged at most (default: ${DEFAULT-VALUE}).")
  private int judgeRequests = 1000;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Write one line of JSON per trajectory.")
  private @Nullable Path output;

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = {
        "What --output writes: diagnosis (default), or reference: the shape in which the"
            + " benchmark's own results are recorded, to lay the two side by side."
      })
  private OutputFormat outputFormat = OutputFormat.DIAGNOSIS;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write a page with charts and the trajectories to browse.")
  private @Nullable Path report;

  @Option(
      names = "--report-trajectories",
      paramLabel = "N",
      description = "Most trajectories the page holds, failed ones first (default: 2000).")
  private int reportTrajectories = ReportLimits.DEFAULT.trajectories();

  @Option(
      names = "--details",
      description = "Print all tables: verdicts, tags, failures, root causes, tools, arguments.")
  private boolean details;

  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Parallel instances of each operator (default: the processors).")
  private int parallelism = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--strict",
      description = "Of logs of any agent, reject what is otherwise read with a note.")
  private boolean strict;

  @Option(
      names = "--reward-key",
      paramLabel = "KEY",
      description =
          "Of logs of any agent, where a record carries its reward: a key, or keys joined by dots."
              + " Formats that have a place of their own for it need none.")
  private @Nullable String rewardKey;

  @Override
  public Integer call() throws Exception {
    if (parallelism < 1) {
      throw new UsageError("--parallelism is " + parallelism + ", expected at least 1");
    }
    if (reportTrajectories < 0) {
      throw new UsageError(
          "--report-trajectories is " + reportTrajectories + ", expected at least 0");
    }
    if (judgeRequests < 1) {
      throw new UsageError("--judge-requests is " + judgeRequests + ", expected at least 1");
    }
    reading.checkAsOf();
    files = files.stream().map(ResultFile::of).toList();
    InputFiles.require(files);
    reading.recognise(files);
    if (reading.isReview()) {
      return review();
    }
    boolean reference = outputFormat == OutputFormat.REFERENCE;
    if (reading.recordedFormat().isTau2()) {
      return replayTau(reference);
    }
    ReadSettings settings = reading.settings("replay");
    if (report != null) {
      DistinctEpisodes.require(files, settings.format());
    }
    Replay replay =
        new Replay(
            files.stream().map(Path::toString).toList(),
            reading.tasks().toString(),
            settings,
            reference
                ? VerifySettings.DEFAULT.withoutTombstones().withReferenceRows()
                : VerifySettings.DEFAULT.withoutTombstones().withRepairs(repairs.search()),
            parallelism);
    if (reading.modelIsUnknown()) {
      replay.withUnknownModel();
    }
    DiagnosisSummary summary = new DiagnosisSummary();
    KeptTrajectories kept = new KeptTrajectories(limits());
    RunTotals totals;
    try (OutcomeWriter writer = OutcomeWriter.open(output, reference);
        Progress progress = Progress.ofBytes("replay", files)) {
      totals = replay.run(summary, report == null ? null : kept, writer, progress);
    }
    if (!replay.isEmpty()) {
      show(summary, totals);
    }
    if (report != null) {
      SpokenWords.add(kept, files, reading.tasks(), settings);
      Path page = new HtmlReport().write(report, summary, kept, totals);
      spec.commandLine().getErr().println("report: " + page);
    }
    return exitCode(replay);
  }

  private ReportLimits limits() {
    return new ReportLimits(reportTrajectories, ReportLimits.DEFAULT.bytes());
  }

  /** Diagnoses trajectories of anybody's agent by what they themselves prove. */
  private int review() throws IOException {
    if (outputFormat == OutputFormat.REFERENCE) {
      throw new UsageError("--output-format reference needs --format bfcl-result or calls");
    }
    LogPages pages = report == null ? null : new LogPages(limits());
    ReviewReplay replay =
        ReviewReplay.run(files, reading.reviewSettings(strict, rewardKey), output, pages);
    ReviewLines lines = new ReviewLines(replay.summary());
    PrintWriter out = spec.commandLine().getOut();
    out.print(common.json() ? lines.json() : lines.text());
    out.flush();
    if (report != null && pages != null) {
      spec.commandLine().getErr().println("report: " + pages.write(report));
    }
    String problem = replay.problem();
    if (problem != null) {
      spec.commandLine().getErr().println("sealflow: " + problem);
    }
    return problem == null ? 0 : ExitCodes.FAILED;
  }

  private int replayTau(boolean reference) throws IOException {
    if (report != null) {
      throw new UsageError(
          "--report reads BFCL's formats and logs of any agent, not "
              + reading.recordedFormat()
              + "; leave it out");
    }
    boolean results = reading.recordedFormat() == RecordedFormat.TAU2;
    TauReplay replay =
        TauReplay.run(
            files,
            results,
            reading.tasks(),
            output,
            reference,
            judge.endpoint(System.getenv(), judgeRequests));
    TauLines lines = new TauLines(replay);
    if (common.json()) {
      lines.printJson(spec.commandLine().getOut());
    } else if (!replay.isEmpty()) {
      lines.print(spec.commandLine().getOut());
    }
    String problem = replay.problems().summary();
    if (problem == null && replay.isEmpty()) {
      problem = "the files hold no episode";
    }
    if (problem != null) {
      spec.commandLine().getErr().println("sealflow: " + problem);
    }
    return problem == null ? 0 : ExitCodes.FAILED;
  }

  private void show(DiagnosisSummary summary, RunTotals totals) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.print(SummaryJson.render(summary, totals));
    } else {
      if (details) {
        out.print(SummaryTable.render(summary, totals));
        out.println();
      }
      ReplayVerdict.lines(summary, totals).forEach(out::println);
      if (!details) {
        out.println(
            "--details prints all tables" + (report == null ? ", --report DIR a page" : ""));
      }
    }
    out.flush();
  }

  private int exitCode(Replay replay) {
    PrintWriter err = spec.commandLine().getErr();
    if (replay.isEmpty()) {
      err.println("sealflow: the files hold no trajectory; expected recorded trajectories");
    }
    replay.firstFailure().ifPresent(failure -> err.println("sealflow: " + failure));
    return replay.hasFailures() || replay.nothingDiagnosed() ? ExitCodes.FAILED : 0;
  }
}
