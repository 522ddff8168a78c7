package org.sealflow.jobs.cli.bench;

import java.time.Duration;
import org.sealflow.jobs.cli.option.LiveOptions;
import org.sealflow.jobs.settings.ExecutionSettings;
import picocli.CommandLine.Option;

/** How often the jobs of a benchmark make checkpoints. */
final class CheckpointIntervalOption {
  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "10s",
      description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
  private Duration given = Duration.ofSeconds(10);

  /**
   * The time between checkpoints.
   *
   * @throws org.sealflow.settings.SettingsException if a job does not take it
   */
  Duration interval() {
    return ExecutionSettings.DEFAULT.withCheckpointInterval(given).checkpointInterval();
  }
}
