package org.sealflow.jobs.cli.replay;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.report.compare.RunComparison;
import org.sealflow.jobs.report.run.RunHistory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares training runs. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compares training runs, on a page and in tables.",
      "Curves over each other, success on the test tasks, greedy and sampled, paired differences"
          + " against the first run, cost, and settings that differ. Runs whose names differ only in"
          + " the seed and number at their end are seeds of one arm; arms are compared with the one"
          + " named vanilla, or the first one, paired by task."
    })
public final class CompareCommand implements Callable<Integer> {
  private static final String PAGE_DIRECTORY = "comparison";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description = "Directories of runs, as `sealflow train` made them.")
  private List<Path> runs = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the page is written (default: comparison, beside the first run).")
  private @Nullable Path output;

  @Option(
      names = "--contrast",
      paramLabel = "ARM:OTHER",
      description = {
        "Arms that are compared over seeds, as often as wanted (default: each arm with vanilla).",
        "All contrasts named are one family, for which p is corrected."
      })
  private List<String> contrasts = List.of();

  @Override
  public Integer call() {
    RunComparison comparison =
        new RunComparison(runs.stream().map(RunHistory::read).toList(), contrasts);
    Path target =
        output == null
            ? runs.get(0).toAbsolutePath().normalize().resolveSibling(PAGE_DIRECTORY)
            : output;
    Path page = comparison.write(target);
    PrintWriter out = spec.commandLine().getOut();
    out.print(common.json() ? comparison.json() : comparison.text());
    out.flush();
    spec.commandLine().getErr().println("report: " + page);
    return 0;
  }
}
