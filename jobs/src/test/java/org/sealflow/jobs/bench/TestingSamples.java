package org.sealflow.jobs.bench;

import java.nio.file.Path;
import java.util.List;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;

/** The project's own tasks and trajectories as the benchmarks read them. */
final class TestingSamples {
  static final Path TASKS = Path.of("..", "data", "tasks");
  static final Path SAMPLES = Path.of("..", "data", "trajectories", "samples.jsonl");

  private TestingSamples() {}

  static Workload workload() {
    return Workload.read(List.of(SAMPLES), TASKS, settings(RecordedFormat.CALLS));
  }

  static ReadSettings settings(RecordedFormat format) {
    return new ReadSettings(format, StepDecoder.AUTO, "2026-01-15", "model", false, "bench");
  }
}
