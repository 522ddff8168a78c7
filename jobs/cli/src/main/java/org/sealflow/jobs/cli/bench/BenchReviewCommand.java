package org.sealflow.jobs.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sealflow.jobs.bench.review.ReadingRate;
import org.sealflow.jobs.bench.review.ReviewAgreement;
import org.sealflow.jobs.bench.review.ReviewBenchmark;
import org.sealflow.jobs.bench.review.RuleAgreement;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.text.AlignedRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lays diagnosis without a reference beside diagnosis with one. */
@Command(
    name = "review",
    description = {
      "Measures what the rules that need no reference find in recordings of a benchmark, beside"
          + " what diagnosis with the reference finds, and how fast logs are read."
    },
    mixinStandardHelpOptions = true)
final class BenchReviewCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();

  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description =
          "bfcl (default) or tau2: tau2-bench's conversations in FILE (tau2-calls), with a checkout"
              + " of tau2-bench as --tasks DIR.")
  private BenchVerifyCommand.Environment environment = BenchVerifyCommand.Environment.BFCL;

  @Option(
      names = "--trajectories",
      paramLabel = "N",
      defaultValue = "50000",
      description =
          "Small trajectories that are read to measure the rate (default: ${DEFAULT-VALUE}).")
  private int trajectories = 50_000;

  @Override
  public Integer call() {
    ReviewAgreement agreement =
        switch (environment) {
          case BFCL -> ReviewBenchmark.ofBfcl(workload.read().trajectories());
          case TAU2 -> ReviewBenchmark.ofTau2(workload.readTau2(), workload.folder());
        };
    ReadingRate rate;
    try {
      rate = ReviewBenchmark.reading(Math.max(1, trajectories));
    } catch (IOException unwritable) {
      throw new UncheckedIOException("cannot write a temporary file", unwritable);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (!common.json()) {
      table(agreement, out);
    }
    BenchOutput.print(ReviewBenchmark.figures(agreement, rate), common.json(), out);
    return 0;
  }

  private static void table(ReviewAgreement agreement, PrintWriter out) {
    AlignedRows rows =
        new AlignedRows(
            "rule",
            "turns found",
            "that fail",
            "precision",
            "in failed episodes",
            "named by reference",
            "found too",
            "recall");
    for (RuleAgreement rule : agreement.rules()) {
      rows.row(
          rule.rule().name(),
          String.valueOf(rule.found()),
          String.valueOf(rule.failing()),
          share(rule.precision()),
          String.valueOf(rule.inFailedEpisode()),
          String.valueOf(rule.named()),
          String.valueOf(rule.both()),
          share(rule.recall()));
    }
    rows.print(out);
  }

  private static String share(double share) {
    return Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
