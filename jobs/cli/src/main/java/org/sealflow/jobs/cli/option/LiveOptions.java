package org.sealflow.jobs.cli.option;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sealflow.evolve.settings.EvolveSettings;
import org.sealflow.jobs.otlp.OtlpSettings;
import org.sealflow.jobs.settings.DiagnosisSettings;
import org.sealflow.jobs.settings.EvolutionSettings;
import org.sealflow.jobs.settings.ExecutionLimits;
import org.sealflow.jobs.settings.ExecutionSettings;
import org.sealflow.jobs.settings.JobSettings;
import org.sealflow.jobs.settings.KafkaSettings;
import org.sealflow.jobs.settings.UsageError;
import org.sealflow.schemas.Topics;
import org.sealflow.settings.TimeSpans;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of the live job. */
public final class LiveOptions {
  @Option(
      names = "--parallelism",
      paramLabel = "N",
      description = "Parallel instances of each operator (default: the processors).")
  private int parallelism;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Time between checkpoints, such as 10s (default: 10s).")
  private Duration checkpointInterval = ExecutionSettings.DEFAULT.checkpointInterval();

  @Option(
      names = "--buffer-timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "Longest time an event waits to be verified, and a record to be written (default: 0.001s);"
              + " more is cheaper, less is faster.")
  private Duration bufferTimeout = ExecutionSettings.DEFAULT.bufferTimeout();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "Longest silence of an episode before it counts as stalled (default: 10m).")
  private Duration deadline = DiagnosisSettings.DEFAULT.deadline();

  @Option(
      names = "--evolution",
      paramLabel = "RULE",
      description =
          "How the interface evolves: sealflow (cues, recovery hints and guidelines, retired where"
              + " they do not help) or seal (the release's guidelines). Default:"
              + " ${DEFAULT-VALUE}",
      defaultValue = "sealflow")
  private Evolution evolution = Evolution.SEALFLOW;

  @Option(
      names = "--reliance",
      paramLabel = "NATS",
      description =
          "Measure how much likelier a learner's successes are with the patches they were shown"
              + " than without, and retire a patch above so many nats unless episodes without it"
              + " succeed as often (default: off).")
  private @Nullable Double reliance;

  @Option(
      names = "--restarts",
      paramLabel = "N",
      description =
          "How often a failing job is started again before it is given up (default: 20); the count"
              + " begins anew after the window.")
  private int restarts = ExecutionLimits.DEFAULT.restarts();

  @Option(
      names = "--restart-window",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "How long without a failure until earlier ones are forgotten (default: 10m).")
  private Duration restartWindow = ExecutionLimits.DEFAULT.restartWindow();

  @Option(
      names = "--max-parallelism",
      paramLabel = "N",
      description =
          "Beyond which the job can never grow; its state keeps the number (default: 720).")
  private int maxParallelism = ExecutionLimits.DEFAULT.maxParallelism();

  @Option(
      names = "--live-episodes",
      paramLabel = "N",
      description =
          "Episodes that keep their world in memory per parallel instance (default: 1000); those of"
              + " others are executed again from their events, once a turn.")
  private int liveEpisodes = ExecutionLimits.DEFAULT.liveEpisodes();

  @Option(
      names = "--ended-memory",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long an ended episode is remembered, so that its duplicates change nothing (default:"
              + " 1d).")
  private Duration endedMemory = ExecutionLimits.DEFAULT.endedMemory();

  @Option(
      names = "--repairs",
      description =
          "Search for the smallest edits of calls that make each failed episode pass (default: off;"
              + " up to 500 executions an episode).")
  private boolean repairs;

  @Mixin private JudgeOptions judge = new JudgeOptions();

  @Option(
      names = "--otlp-endpoint",
      paramLabel = "URL",
      description =
          "A collector of OpenTelemetry, such as http://localhost:4318, that diagnoses go to as"
              + " evaluation events too (OTLP over HTTP, JSON). What it does not take in time is"
              + " counted and given up.")
  private @Nullable String otlpEndpoint;

  @Option(
      names = "--otlp-header",
      paramLabel = "NAME=VALUE",
      description = "A header of requests to the collector, such as a key; may be repeated.")
  private Map<String, String> otlpHeaders = new LinkedHashMap<>();

  /** How the interface evolves. */
  enum Evolution {
    SEALFLOW,
    SEAL
  }

  /** The job's settings for a broker. */
  public JobSettings settings(
      String bootstrapServers, Topics topics, Map<String, String> properties) {
    return new JobSettings(
        new KafkaSettings(bootstrapServers, topics.prefix(), properties),
        new ExecutionSettings(parallelism, checkpointInterval, bufferTimeout, false, limits()),
        new DiagnosisSettings(deadline, repairs, otlp(), judge.settings()),
        evolution().with(limit()),
        null,
        null);
  }

  private @Nullable OtlpSettings otlp() {
    if (otlpEndpoint == null) {
      if (!otlpHeaders.isEmpty()) {
        throw new UsageError("--otlp-header is for --otlp-endpoint");
      }
      return null;
    }
    try {
      return OtlpSettings.of(otlpEndpoint, otlpHeaders);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + wrong.getMessage(), wrong);
    }
  }

  private EvolutionSettings evolution() {
    return evolution == Evolution.SEAL ? EvolutionSettings.SEAL : EvolutionSettings.DEFAULT;
  }

  /** Whether steps say how they would be shown without patches. */
  public boolean measuresReliance() {
    return reliance != null;
  }

  private EvolveSettings.@Nullable Reliance limit() {
    if (reliance == null) {
      return null;
    }
    if (!(reliance >= 0 && Double.isFinite(reliance))) {
      throw new UsageError("--reliance is " + reliance + ", expected 0 or more");
    }
    return new EvolveSettings.Reliance(reliance, EvolveSettings.Reliance.DEFAULT.episodes());
  }

  private ExecutionLimits limits() {
    try {
      return new ExecutionLimits(
          restarts, restartWindow, maxParallelism, liveEpisodes, endedMemory);
    } catch (IllegalArgumentException wrong) {
      throw new UsageError("--" + wrong.getMessage(), wrong);
    }
  }

  /** Durations such as {@code 10s}, {@code 2m}, {@code 1h30m}. */
  public static final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      return TimeSpans.parse(value)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + value + "' is no duration, expected one such as 10s or 2m"));
    }
  }
}
