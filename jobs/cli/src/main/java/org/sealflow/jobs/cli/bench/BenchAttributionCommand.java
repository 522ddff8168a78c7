package org.sealflow.jobs.cli.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.sealflow.diagnose.repair.RepairSettings;
import org.sealflow.generate.GeneratorSources;
import org.sealflow.generate.TaskFiles;
import org.sealflow.jobs.bench.attribution.AttributionBenchmark;
import org.sealflow.jobs.bench.attribution.AttributionCount;
import org.sealflow.jobs.bench.attribution.AttributionFigures;
import org.sealflow.jobs.bench.attribution.AttributionResult;
import org.sealflow.jobs.bench.attribution.Miss;
import org.sealflow.jobs.bench.attribution.TauAttribution;
import org.sealflow.jobs.bench.verify.Trajectory;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.text.AlignedRows;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.live.Causes;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how exactly diagnosis and repair find planted faults. */
@Command(
    name = "attribution",
    description = {
      "Plants known faults in passing episodes and measures whether diagnosis names the root-cause"
          + " turn and the repair the call.",
      "The episodes are generated tasks as their ground truth plays them; --recorded adds the"
          + " passing ones of the trajectories."
    },
    mixinStandardHelpOptions = true)
final class BenchAttributionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BenchWorkloadOptions workload = new BenchWorkloadOptions();

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Generated episodes to plant in (default: ${DEFAULT-VALUE}).")
  private int episodes = 10_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Any number; equal seeds make equal tasks and faults (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--recorded", description = "Plant in the passing recorded trajectories too.")
  private boolean recorded;

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description =
          "Where the tools of generated tasks are documented, tasks in the benchmark's layout"
              + " (default: data/tasks).")
  private Path tools = Path.of("data", "tasks");

  @Option(
      names = "--misses",
      paramLabel = "N",
      defaultValue = "0",
      description = "Shows the first N episodes whose turn or call was not found.")
  private int misses;

  @Option(
      names = "--environment",
      paramLabel = "NAME",
      description =
          "bfcl (default), or tau2: plants in tau2-bench's conversations in FILE (tau2-calls) that"
              + " pass, by default the reference solutions of the tasks in --tasks DIR.")
  private BenchVerifyCommand.Environment environment = BenchVerifyCommand.Environment.BFCL;

  @Override
  public Integer call() {
    if (episodes < 1) {
      throw new UserError("--episodes is " + episodes + ", expected at least 1");
    }
    AttributionResult result =
        environment == BenchVerifyCommand.Environment.TAU2
            ? new TauAttribution(seed, spec.commandLine().getErr()::println)
                .run(workload.readTau2())
            : bfcl();
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      BenchOutput.print(AttributionFigures.all(result), true, out);
      return 0;
    }
    table(result, out);
    for (Miss miss : result.misses().subList(0, Math.min(misses, result.misses().size()))) {
      out.println(miss.task() + ": " + Shown.text(miss.planted()));
      out.println("  found: " + Shown.text(miss.found()));
    }
    BenchOutput.print(AttributionFigures.totals(result), false, out);
    return 0;
  }

  private AttributionResult bfcl() {
    List<Trajectory> trajectories = recorded ? workload.read().trajectories() : List.of();
    return new AttributionBenchmark(
            new AttributionBenchmark.Settings(episodes, seed, RepairSettings.DEFAULT),
            sources(),
            trajectories,
            spec.commandLine().getErr()::println)
        .run();
  }

  private GeneratorSources sources() {
    try {
      return TaskFiles.sources(tools);
    } catch (IllegalArgumentException | IOException unusable) {
      throw new UserError(Causes.oneLine(unusable.getMessage()), unusable);
    }
  }

  private static void table(AttributionResult result, PrintWriter out) {
    AlignedRows rows =
        new AlignedRows(
            "fault",
            "failing",
            "dropped",
            "turn",
            "call",
            "call in evidence",
            "failure",
            "repaired",
            "1 edit",
            "2",
            "3",
            "none",
            "spent");
    result.counts().rows().forEach(count -> row(count, rows));
    rows.print(out);
  }

  private static void row(AttributionCount count, AlignedRows rows) {
    rows.row(
        count.label(),
        String.valueOf(count.planted()),
        String.valueOf(count.harmless()),
        share(count, count.rightTurn()),
        share(count, count.rightCall()),
        share(count, count.callInEvidence()),
        share(count, count.rightFailure()),
        share(count, count.repaired()),
        String.valueOf(count.repairedBy(1)),
        String.valueOf(count.repairedBy(2)),
        String.valueOf(count.repairedBy(3)),
        String.valueOf(count.repairedBy(0) - count.spent()),
        String.valueOf(count.spent()));
  }

  /** A count and its share; of an empty row the count alone. */
  private static String share(AttributionCount count, long of) {
    return count.planted() == 0
        ? String.valueOf(of)
        : String.format(Locale.ROOT, "%d (%.2f %%)", of, 100 * count.share(of));
  }
}
