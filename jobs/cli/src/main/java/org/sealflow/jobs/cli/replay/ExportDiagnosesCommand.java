package org.sealflow.jobs.cli.replay;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.cli.option.CommonOptions;
import org.sealflow.jobs.cli.option.FormatConverter;
import org.sealflow.jobs.cli.option.InputFiles;
import org.sealflow.jobs.cli.option.ReadingOptions;
import org.sealflow.jobs.cli.option.RepairOptions;
import org.sealflow.jobs.cli.option.ReplayFormat;
import org.sealflow.jobs.cli.replay.file.DiagnosisFiles;
import org.sealflow.jobs.cli.replay.recorded.DistinctEpisodes;
import org.sealflow.jobs.cli.replay.review.ReviewExport;
import org.sealflow.jobs.cli.replay.tau.TauExport;
import org.sealflow.jobs.cli.text.ExitCodes;
import org.sealflow.jobs.cli.text.Shown;
import org.sealflow.jobs.export.diagnosis.DiagnosisFormat;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.live.PlainJson;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.tau.results.ResultFile;
import org.sealflow.verify.VerifySettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes recorded trajectories with their diagnoses in the formats of other tools. */
@Command(
    name = "diagnoses",
    mixinStandardHelpOptions = true,
    description = {
      "Writes recorded trajectories with their diagnoses where other formats allow extensions.",
      "Reads logs of any agent, and recordings of BFCL and tau2-bench with --tasks, as replay does."
          + " A record of"
          + " the written format keeps every field; another one is converted, and stands as it was read under the key sealflow.source."
    })
public final class ExportDiagnosesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recorded trajectories, gzipped or not.")
  private List<Path> files = List.of();

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      description =
          "atif: documents with the diagnosis in extra; openai: chat messages, or records of"
              + " Responses, with it beside them; otel: evaluation events, and spans of what has"
              + " none; jsonl: lines of our own. One of: ${COMPLETION-CANDIDATES}.")
  private DiagnosisFormat format = DiagnosisFormat.JSONL;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the files go. Default: export/FORMAT.")
  private @Nullable Path output;

  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description = "The format of the files, as replay takes it. Default: what the first holds.")
  private @Nullable ReplayFormat inputFormat;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description = "The tasks of recordings of benchmarks, as replay takes them.")
  private @Nullable Path tasks;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description =
          "Today as date-dependent tools see it, YYYY-MM-DD, for records that carry no date.")
  private @Nullable String asOf;

  @Mixin private RepairOptions repairs = new RepairOptions();

  @Option(
      names = "--reward-key",
      paramLabel = "KEY",
      description = "Of logs of any agent, where a record carries its reward.")
  private @Nullable String rewardKey;

  @Override
  public Integer call() throws Exception {
    files = files.stream().map(ResultFile::of).toList();
    InputFiles.require(files);
    ReadingOptions reading = ReadingOptions.of(inputFormat, tasks, asOf);
    reading.checkAsOf();
    reading.recognise(files);
    Path directory = output == null ? Path.of("export", format.label()) : output;
    VerifySettings verification =
        VerifySettings.DEFAULT.withoutTombstones().withRepairs(repairs.search());
    requireTasks(reading);
    boolean tau2 = !reading.isReview() && reading.recordedFormat().isTau2();
    ReadSettings settings = reading.isReview() || tau2 ? null : reading.settings("export");
    if (settings != null) {
      DistinctEpisodes.require(files, settings.format());
    }
    try (DiagnosisFiles written =
        DiagnosisFiles.open(directory, format, Clock.systemUTC().instant())) {
      String problem;
      if (tau2) {
        boolean results = reading.recordedFormat() == RecordedFormat.TAU2;
        problem = TauExport.run(files, results, reading.tasks(), written);
      } else {
        problem =
            settings == null
                ? review(reading, written)
                : BenchmarkExport.run(files, reading.tasks(), settings, verification, written);
      }
      if (written.trajectories() > 0) {
        written.complete();
        tell(written);
      }
      return exitCode(written, problem);
    }
  }

  private void requireTasks(ReadingOptions reading) {
    if (reading.isReview()) {
      return;
    }
    if (!reading.isKnown()) {
      throw new UsageError(
          "the files' format is not recognised; name it with --input-format, or leave --tasks out"
              + " for logs of any agent");
    }
    if (tasks == null) {
      throw new UsageError(
          "the files are recordings of a benchmark, which need --tasks DIR as for replay");
    }
  }

  private @Nullable String review(ReadingOptions reading, DiagnosisFiles written)
      throws IOException {
    ReviewExport export = new ReviewExport(reading.reviewSettings(false, rewardKey), written);
    for (Path file : files) {
      export.read(file);
    }
    return export.problem();
  }

  private void tell(DiagnosisFiles written) {
    PrintWriter out = spec.commandLine().getOut();
    if (common.json()) {
      out.println(json(written));
    } else {
      written.lines().forEach((file, lines) -> out.println(file + ": " + lines + " lines"));
      out.println(
          written.trajectories() + (written.trajectories() == 1 ? " trajectory" : " trajectories"));
      written.losses().forEach(out::println);
    }
    out.flush();
  }

  private static String json(DiagnosisFiles written) {
    return PlainJson.line(
        json -> {
          json.writeStartObject();
          json.writeNumberField("trajectories", written.trajectories());
          json.writeObjectFieldStart("files");
          for (Map.Entry<Path, Long> file : written.lines().entrySet()) {
            json.writeNumberField(file.getKey().toString(), file.getValue());
          }
          json.writeEndObject();
          json.writeArrayFieldStart("lost");
          for (String loss : written.losses()) {
            json.writeString(loss);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private int exitCode(DiagnosisFiles written, @Nullable String problem) {
    String said =
        problem == null && written.trajectories() == 0 ? "the files hold no trajectory" : problem;
    if (said != null) {
      spec.commandLine().getErr().println("sealflow: " + Shown.text(said));
    }
    return said == null ? 0 : ExitCodes.FAILED;
  }
}
