package org.sealflow.learn.step;

import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.algorithm.objective.ObjectiveDiagnostics;

/**
 * Measures of the updates of a step.
 *
 * @param updates number of optimizer steps, from 0
 * @param loss mean loss of their mini-batches; 0 without any
 * @param gradientNormMean mean norm of their gradients before clipping; 0 without any
 * @param gradientNormMax greatest of these; 0 without any
 * @param learningRate rate of the last; 0 without any
 * @param diagnostics what their tokens showed
 * @param feedback what feedback did to them
 */
record UpdateSummary(
    int updates,
    double loss,
    double gradientNormMean,
    double gradientNormMax,
    double learningRate,
    ObjectiveDiagnostics diagnostics,
    FeedbackTally feedback) {
  /** No update. */
  static final UpdateSummary NONE =
      new UpdateSummary(0, 0, 0, 0, 0, ObjectiveDiagnostics.NONE, FeedbackTally.NONE);

  /** With one more. */
  UpdateSummary plus(
      double moreLoss,
      double norm,
      double rate,
      ObjectiveDiagnostics seen,
      FeedbackTally moreFeedback) {
    int count = updates + 1;
    return new UpdateSummary(
        count,
        loss + (moreLoss - loss) / count,
        gradientNormMean + (norm - gradientNormMean) / count,
        Math.max(gradientNormMax, norm),
        rate,
        diagnostics.plus(seen),
        feedback.plus(moreFeedback));
  }

  /** With feedback counted besides. */
  UpdateSummary plus(FeedbackTally moreFeedback) {
    return new UpdateSummary(
        updates,
        loss,
        gradientNormMean,
        gradientNormMax,
        learningRate,
        diagnostics,
        feedback.plus(moreFeedback));
  }
}
