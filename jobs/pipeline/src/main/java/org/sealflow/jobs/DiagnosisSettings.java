package org.sealflow.jobs;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.jobs.otlp.OtlpSettings;

/**
 * The diagnosis of episodes in a job.
 *
 * @param deadline longest silence of an episode before it counts as stalled
 * @param repairs whether the repair of each failed episode is searched for; that costs executions
 * @param otlp where diagnoses go as evaluation events too; null sends none
 */
public record DiagnosisSettings(Duration deadline, boolean repairs, @Nullable OtlpSettings otlp) {
  /** Ten minutes of silence, no repairs, no evaluation events. */
  public static final DiagnosisSettings DEFAULT =
      new DiagnosisSettings(Duration.ofMinutes(10), false, null);

  /** The same with another deadline. */
  public DiagnosisSettings withDeadline(Duration silence) {
    return new DiagnosisSettings(silence, repairs, otlp);
  }

  /** The same with evaluation events for a collector, or without. */
  public DiagnosisSettings withOtlp(@Nullable OtlpSettings collector) {
    return new DiagnosisSettings(deadline, repairs, collector);
  }
}
