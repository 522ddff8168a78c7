package org.sealflow.learn.step;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.FeedbackCredit;
import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.algorithm.objective.ObjectiveSequence;

/**
 * A row with what was computed of it before the first update.
 *
 * @param row the row
 * @param old shape [T], log-probabilities under the policy that the step starts from; null if the
 *     row is learned from before the first update, so that they are those of its own pass
 * @param reference shape [T], log-probabilities under the reference; null if its divergence does
 *     not count
 * @param told what a teacher said of it; null without feedback
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScoredRow(
    TrainingRow row, float @Nullable [] old, float @Nullable [] reference, @Nullable ToldRow told) {
  /**
   * The advantages of its tokens, shaped by feedback if there is any.
   *
   * @param current shape [T], log-probabilities under the policy that learns
   */
  FeedbackCredit credit(float[] current, double beta) {
    return told == null
        ? new FeedbackCredit(row.advantages(), FeedbackTally.NONE)
        : FeedbackCredit.of(
            row.advantages(), old == null ? current : old, told.logProbs(), told.turns(), beta);
  }

  /** The row as the objective takes it. */
  ObjectiveSequence with(float[] current, float[] advantages) {
    return new ObjectiveSequence(
        current,
        old == null ? current : old,
        reference,
        row.sequence().engineLogProbs(),
        advantages,
        row.sequence().sampled());
  }
}
