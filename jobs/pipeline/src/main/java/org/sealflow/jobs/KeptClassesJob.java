package org.sealflow.jobs;

import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Uses for a moment what every Flink cluster uses: network, keyed state, a checkpoint. The build of
 * an image runs it in one process with {@code -XX:ArchiveClassesAtExit}, which leaves an archive of
 * Flink's classes; JobManagers and TaskManagers with the same class path start from it in a quarter
 * less time.
 */
public final class KeptClassesJob {
  private static final long NUMBERS = 1_000;
  private static final long KEYS = 8;

  private KeptClassesJob() {}

  /** Runs it on the cluster that it was submitted to. */
  public static void main(String[] args) throws Exception {
    Configuration configuration = CoEvolutionJob.execution();
    // The one at the end of the input is enough.
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(1));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment
        .fromSequence(1, NUMBERS)
        .keyBy(number -> number % KEYS)
        .reduce(Long::sum)
        .sinkTo(new DiscardingSink<>());
    environment.execute("kept-classes");
  }
}
