package org.sealflow.learn.step;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.algorithm.WeighedBatch;
import org.sealflow.learn.algorithm.WeightingState;

/**
 * The result of a step.
 *
 * @param weighting what is remembered for the weights of tags from here on
 * @param groups the groups it took
 * @param weighed the same after weighting, in the same order
 * @param rows their rows as they were trained on, in the same order
 * @param updates what its updates measured
 * @param refusal why it was refused, one line; null if it was not
 */
public record LearnerStep(
    WeightingState weighting,
    List<TrainingGroup> groups,
    WeighedBatch weighed,
    List<RowGroup> rows,
    UpdateSummary updates,
    @Nullable String refusal) {
  /** Whether the policy is another one than before. */
  public boolean isApplied() {
    return updates.updates() > 0;
  }
}
