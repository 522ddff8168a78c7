package org.sealflow.learn.operator;

import java.util.List;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/**
 * The output of a step; its weights are durable by now.
 *
 * @param next what learning has come to
 * @param encoded the same as chunks of bytes
 * @param weights where the weights are
 * @param update the version, to be published
 * @param step what was measured, to be published
 * @param samples the episodes it trained on, to be put out; none unless the settings say so
 */
record StepResult(
    LearnerState next,
    List<byte[]> encoded,
    StoredWeights weights,
    PolicyUpdate update,
    TrainingStep step,
    List<TrainingSample> samples) {
  /** Copies the samples. */
  StepResult {
    samples = List.copyOf(samples);
  }
}
