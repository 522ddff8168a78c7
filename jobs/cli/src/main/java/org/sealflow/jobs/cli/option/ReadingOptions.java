package org.sealflow.jobs.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.jobs.settings.UserError;
import org.sealflow.review.read.ReviewSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of reading recorded trajectories, the same for every command that reads them. */
public final class ReadingOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      description =
          "bfcl-result (the benchmark's result files), calls (turns of call strings), sealflow"
              + " (our own events), tau2 (tau2-bench's result files), tau2-calls (steps of its"
              + " conversations), or chat, responses, atif, verifiers, otel, seal (logs of any agent)."
              + " Default: what the first file holds.")
  private @Nullable ReplayFormat format;

  @Option(
      names = "--tasks",
      paramLabel = "DIR",
      description =
          "The tasks, in the benchmark's layout; see `sealflow tasks import --help`. For"
              + " tau2 and tau2-calls, a checkout of tau2-bench.")
  private @Nullable Path tasks;

  @Option(
      names = "--as-of",
      paramLabel = "DATE",
      description =
          "Today as date-dependent tools see it, YYYY-MM-DD, for records that carry no date.")
  private @Nullable String asOf;

  @Option(
      names = "--decoder",
      paramLabel = "fc|prompt",
      description =
          "How steps of official results become calls (default: fc where a record holds"
              + " function calls, else prompt).")
  private StepDecoder decoder = StepDecoder.AUTO;

  @Option(
      names = "--enforce-tools",
      description = "Reject calls of tools that are withheld at that turn.")
  private boolean enforceTools;

  @Option(
      names = "--model-name",
      paramLabel = "NAME",
      description =
          "Name of the model, for records that carry none. In results it shows only where a text"
              + " argument mentions a tool before a bracket (as "
              + ReadSettings.DEFAULT_MODEL
              + " if it is not given).")
  private @Nullable String modelName;

  /** The same options of a command that has other names for them, or fewer. */
  public static ReadingOptions of(
      @Nullable ReplayFormat format, @Nullable Path tasks, @Nullable String asOf) {
    ReadingOptions options = new ReadingOptions();
    options.format = format;
    options.tasks = tasks;
    options.asOf = asOf;
    return options;
  }

  /** Recognises the format by the first file, unless it is named or the file cannot be read. */
  public void recognise(List<Path> files) {
    if (format == null && !files.isEmpty()) {
      RecordedFormat found = RecordedGuess.of(files.get(0));
      format = found == null ? null : new ReplayFormat(found, null);
    }
  }

  /** Whether the format is named or was recognised. */
  public boolean isKnown() {
    return format != null;
  }

  /** Whether the name of the model is a stand-in where a record carries none. */
  public boolean modelIsUnknown() {
    return modelName == null;
  }

  /** Whether the files are conversations of tau2-bench. */
  boolean isTau2() {
    RecordedFormat recorded = format == null ? null : format.recorded();
    return recorded != null && recorded.isTau2();
  }

  /** Whether the files are logs of any agent: their format is named, or none is. */
  public boolean isReview() {
    return format == null ? tasks == null : format.review() != null;
  }

  /** The name of the model as given, or one that stands for it. */
  public String modelName(String otherwise) {
    return modelName == null ? otherwise : modelName;
  }

  /** How logs of any agent are read. */
  public ReviewSettings reviewSettings(boolean strict, @Nullable String rewardKey) {
    return new ReviewSettings(format == null ? null : format.review(), strict, rewardKey);
  }

  public Path tasks() {
    Path given = tasks;
    if (given == null) {
      throw missing();
    }
    return given;
  }

  public RecordedFormat recordedFormat() {
    RecordedFormat given = format == null ? null : format.recorded();
    if (given == null) {
      throw missing();
    }
    return given;
  }

  private ParameterException missing() {
    if (format != null) {
      return new ParameterException(
          spec.commandLine(),
          "the files are of the format "
              + format.recorded()
              + ", which needs --tasks DIR: "
              + (isTau2() ? "a checkout of tau2-bench" : "the tasks that were played"));
    }
    return new ParameterException(
        spec.commandLine(),
        "--format (bfcl-result, calls, sealflow, tau2 or tau2-calls) and --tasks are both needed here");
  }

  /**
   * Checks the date.
   *
   * @throws UsageError if it is none
   */
  public void checkAsOf() {
    if (asOf != null) {
      try {
        LocalDate unused = LocalDate.parse(asOf);
      } catch (DateTimeException malformed) {
        throw new UsageError("--as-of is '" + asOf + "', expected YYYY-MM-DD", malformed);
      }
    }
  }

  /** The settings of a command that verifies what it reads itself. */
  public ReadSettings settings(String runId) {
    RecordedFormat recorded = recordedFormat();
    if (recorded.isTau2()) {
      throw new UsageError("--format " + recorded + " is read by replay and publish alone");
    }
    return publishSettings(runId);
  }

  /** The settings of a command that only sends what it reads. */
  public ReadSettings publishSettings(String runId) {
    RecordedFormat recorded = recordedFormat();
    if (!Files.isDirectory(tasks())) {
      throw new UserError(
          "no task directory " + tasks() + "; give one in the benchmark's layout with --tasks DIR");
    }
    checkAsOf();
    return new ReadSettings(
        recorded,
        decoder,
        asOf,
        modelName == null ? ReadSettings.DEFAULT_MODEL : modelName,
        enforceTools,
        runId);
  }
}
