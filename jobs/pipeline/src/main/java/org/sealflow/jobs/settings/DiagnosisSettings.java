package org.sealflow.jobs.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sealflow.chat.JudgeSettings;
import org.sealflow.jobs.otlp.OtlpSettings;

/**
 * The diagnosis of episodes in a job.
 *
 * @param deadline longest silence of an episode before it counts as stalled
 * @param repairs whether the repair of each failed episode is searched for; that costs executions
 * @param otlp where diagnoses go as evaluation events too; null sends none
 * @param judge the model that judges natural-language assertions; null leaves them open
 */
public record DiagnosisSettings(
    Duration deadline,
    boolean repairs,
    @Nullable OtlpSettings otlp,
    @Nullable JudgeSettings judge) {
  /** Ten minutes of silence, no repairs, no evaluation events, no judge. */
  public static final DiagnosisSettings DEFAULT =
      new DiagnosisSettings(Duration.ofMinutes(10), false, null, null);

  /** The same with another deadline. */
  public DiagnosisSettings withDeadline(Duration silence) {
    return new DiagnosisSettings(silence, repairs, otlp, judge);
  }

  /** The same with evaluation events for a collector, or without. */
  public DiagnosisSettings withOtlp(@Nullable OtlpSettings collector) {
    return new DiagnosisSettings(deadline, repairs, collector, judge);
  }

  /** The same with a judge, or without. */
  public DiagnosisSettings withJudge(@Nullable JudgeSettings model) {
    return new DiagnosisSettings(deadline, repairs, otlp, model);
  }
}
