package org.sealflow.jobs.cli.bench;

import java.time.Duration;
import org.sealflow.jobs.cli.option.LiveOptions;
import picocli.CommandLine.Option;

/** How often the jobs of a benchmark make checkpoints. */
final class CheckpointIntervalOption {
  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      converter = LiveOptions.DurationConverter.class,
      defaultValue = "10s",
      description = "Time between checkpoints (default: ${DEFAULT-VALUE}).")
  private Duration interval = Duration.ofSeconds(10);

  /** Zero and above. */
  Duration interval() {
    return interval;
  }
}
