package org.sealflow.jobs.export.diagnosis;

import java.util.Locale;

/** The forms in which diagnosed trajectories are written. */
public enum DiagnosisFormat {
  /** Documents of the Agent Trajectory Interchange Format. */
  ATIF,
  /** OpenAI's messages; records of Responses stay what they are. */
  OPENAI,
  /** Evaluation events of OpenTelemetry, and spans of what has none yet. */
  OTEL,
  /** A line of our own around each record. */
  JSONL;

  /** The name as the command line takes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label();
  }
}
