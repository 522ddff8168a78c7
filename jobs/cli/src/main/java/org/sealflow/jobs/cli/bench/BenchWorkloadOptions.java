package org.sealflow.jobs.cli.bench;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.bench.verify.TauWorkload;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.cli.option.FormatConverter;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.ReplayFormat;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Options that choose the input of a benchmark; by default the sample trajectories of the project.
 */
final class BenchWorkloadOptions {
  private static final Path SAMPLES = Path.of("data", "trajectories", "samples.jsonl");

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "Recorded trajectories, gzipped or not (default: data/trajectories/samples.jsonl).")
  private List<Path> files = List.of();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description =
          "calls (turns of call strings; the default) or bfcl-result (the benchmark's result"
              + " files).")
  private ReplayFormat format = new ReplayFormat(RecordedFormat.CALLS, null);

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "Their tasks, in the benchmark's layout (default: data/tasks).")
  private @Nullable Path tasks;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description =
          "Today as date-dependent tools see it, YYYY-MM-DD, for records that carry no date"
              + " (default: ${DEFAULT-VALUE}).",
      defaultValue = "2026-01-15")
  private String asOf = "2026-01-15";

  /**
   * Reads the workload.
   *
   * @throws UserError if the options or the files are of no use
   */
  Workload read() {
    RecordedFormat recorded = format.recorded();
    if (recorded == null || recorded.isTau2()) {
      throw new UsageError("--format " + format.label() + " is read by replay alone");
    }
    try {
      LocalDate unused = LocalDate.parse(asOf);
    } catch (DateTimeException malformed) {
      throw new UsageError("--as-of is '" + asOf + "', expected YYYY-MM-DD", malformed);
    }
    ReadSettings settings =
        new ReadSettings(
            recorded, StepDecoder.AUTO, asOf, ReadSettings.DEFAULT_MODEL, false, "bench");
    return Workload.read(files.isEmpty() ? List.of(SAMPLES) : files, folder(), settings);
  }

  /** The folder of the tasks. */
  Path folder() {
    return tasks == null ? Path.of("data", "tasks") : tasks;
  }

  /**
   * Reads a workload of tau2-bench.
   *
   * @throws UserError if the options or the files are of no use
   */
  TauWorkload readTau2() {
    if (tasks == null) {
      throw new UsageError("--environment tau2 needs --tasks DIR: a checkout of tau2-bench");
    }
    InputFiles.require(files);
    return TauWorkload.read(files, tasks);
  }
}
