package org.sealflow.learn;

import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.ObjectiveSequence;

/**
 * A row with what was computed of it before the first update.
 *
 * @param row the row
 * @param old shape [T], log-probabilities under the policy that the step starts from; null where
 *     the row is learned from before the first update, so that they are those of its own pass
 * @param reference shape [T], log-probabilities under the reference; null where its divergence does
 *     not count
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScoredRow(TrainingRow row, float @Nullable [] old, float @Nullable [] reference) {
  /** The row as the objective takes it. */
  ObjectiveSequence with(float[] current) {
    return new ObjectiveSequence(
        current,
        old == null ? current : old,
        reference,
        row.sequence().engineLogProbs(),
        row.advantages(),
        row.sequence().sampled());
  }
}
