package org.sealflow.learn.step;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.TrainablePolicy;
import org.sealflow.learn.algorithm.FeedbackTally;
import org.sealflow.learn.sample.TrainingSequence;

/**
 * Scores the tokens of failed turns under the policy, as the step finds it, if it reads feedback on
 * the turn before them: one pass more over the rows with feedback, without gradient, and none if no
 * row has any.
 *
 * @param told by row, counted over all groups; null for rows without feedback
 * @param tally the turns left out
 */
record FeedbackPass(List<@Nullable ToldRow> told, FeedbackTally tally) {
  /** Scores the rows with feedback. */
  static FeedbackPass of(List<RowGroup> groups, TrainablePolicy policy, RowScores scores)
      throws RefusedStepException {
    List<List<TrainingSequence>> sequences = new ArrayList<>();
    List<@Nullable TwinRow> twins = new ArrayList<>();
    long leftOut = 0;
    for (RowGroup group : groups) {
      List<TrainingSequence> own = new ArrayList<>();
      for (TrainingRow row : group.rows()) {
        TwinRow twin = null;
        if (!row.feedback().isEmpty()) {
          TwinRow.Made made = TwinRow.of(row, policy.messages());
          leftOut += made.leftOut();
          twin = made.twin();
        }
        if (twin != null && policy.problem(twin.sequence()).isPresent()) {
          leftOut += twin.toldTurns();
          twin = null;
        }
        if (twin != null) {
          own.add(twin.sequence());
        }
        twins.add(twin);
      }
      sequences.add(own);
    }
    float[][] scored = scores.of(sequences, policy::logProbs);
    List<@Nullable ToldRow> told = new ArrayList<>();
    int at = 0;
    for (TwinRow twin : twins) {
      told.add(twin == null ? null : twin.told(scored[at++]));
    }
    return new FeedbackPass(told, FeedbackTally.ofLeftOut(leftOut));
  }
}
