package org.sealflow.jobs.cli.bench;

import java.time.Duration;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.settings.ExecutionSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How often the jobs of a benchmark make checkpoints. */
final class CheckpointIntervalOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private Duration interval = Duration.ofSeconds(10);

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "10s",
      description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
  void setInterval(Duration given) {
    if (given.compareTo(ExecutionSettings.LEAST_CHECKPOINT_INTERVAL) < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--checkpoint-interval is "
              + given.toNanos() / 1e6
              + " ms, expected at least "
              + ExecutionSettings.LEAST_CHECKPOINT_INTERVAL.toMillis()
              + " ms");
    }
    interval = given;
  }

  /** At least 10 ms. */
  Duration interval() {
    return interval;
  }
}
