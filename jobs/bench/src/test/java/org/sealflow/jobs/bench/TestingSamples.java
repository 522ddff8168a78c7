package org.sealflow.jobs.bench;

import java.nio.file.Path;
import java.util.List;
import org.sealflow.jobs.bench.stream.EventLoad;
import org.sealflow.jobs.bench.verify.Workload;
import org.sealflow.jobs.files.ReadSettings;
import org.sealflow.jobs.files.RecordedFormat;
import org.sealflow.jobs.files.StepDecoder;
import org.sealflow.schemas.Mode;

/** The project's own tasks and trajectories as the benchmarks read them. */
public final class TestingSamples {
  public static final Path TASKS = Path.of("..", "..", "data", "tasks");
  public static final Path SAMPLES = Path.of("..", "..", "data", "trajectories", "samples.jsonl");

  private TestingSamples() {}

  public static Workload workload() {
    return Workload.read(List.of(SAMPLES), TASKS, settings(RecordedFormat.CALLS));
  }

  public static ReadSettings settings(RecordedFormat format) {
    return new ReadSettings(format, StepDecoder.AUTO, "2026-01-15", "model", false, "bench");
  }

  /** How many events and diagnoses the whole episodes have that hold so many events at least. */
  public static Counts counts(long records) {
    long[] diagnoses = new long[1];
    long events =
        new EventLoad(workload(), Mode.EVAL)
            .whole(
                records,
                (template, event) ->
                    diagnoses[0] += template.diagnoses().get(event.getSequence()).size());
    return new Counts(events, diagnoses[0]);
  }

  /** Events, and the diagnoses that follow from them. */
  public record Counts(long events, long diagnoses) {}
}
