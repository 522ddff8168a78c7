package org.sealflow.learn.step;

import java.util.List;
import org.sealflow.learn.algorithm.TurnFeedback;
import org.sealflow.learn.sample.TrainingSequence;

/**
 * A sequence and the advantage each of its tokens carries.
 *
 * @param sequence the tokens
 * @param advantages shape [T]
 * @param feedback what a teacher is told of its turns; empty if there is no teacher
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TrainingRow(TrainingSequence sequence, float[] advantages, List<TurnFeedback> feedback) {
  /** Copies the feedback. */
  TrainingRow {
    feedback = List.copyOf(feedback);
  }
}
