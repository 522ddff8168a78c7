package org.sealflow.jobs.files;

import java.util.Locale;

/** The forms in which recorded trajectories are read. */
public enum RecordedFormat {
  /** The benchmark's official result file: one JSON object per line with {@code id, result}. */
  BFCL_RESULT,
  /** One JSON object per line with {@code id, task, turns}: turns of steps of call strings. */
  CALLS,
  /** Sealflow's own events in an Avro container file. */
  SEALFLOW,
  /** tau2-bench: one JSON object per line with {@code id, domain, task, steps}. */
  TAU2_CALLS,
  /** tau2-bench's own result files: one JSON document with {@code info, tasks, simulations}. */
  TAU2;

  /** Whether it is of tau2-bench, whose files are read in another way. */
  public boolean isTau2() {
    return this == TAU2_CALLS || this == TAU2;
  }

  /** The name as the command line takes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return label();
  }
}
