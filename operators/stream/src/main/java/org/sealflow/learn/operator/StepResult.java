package org.sealflow.learn.operator;

import java.util.List;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.schemas.PolicyUpdate;
import org.sealflow.schemas.TrainingSample;
import org.sealflow.schemas.TrainingStep;

/**
 * The output of a step; its weights are durable by now.
 *
 * @param next what learning has come to
 * @param encoded the same as chunks of bytes
 * @param created the file of its snapshot, if the step has made one
 * @param weights where the weights are
 * @param update the version, to be published
 * @param step what was measured, to be published
 * @param samples the episodes it trained on, to be put out; none unless the settings say so
 */
record StepResult(
    LearnerState next,
    List<byte[]> encoded,
    List<StoredSnapshot> created,
    StoredWeights weights,
    PolicyUpdate update,
    TrainingStep step,
    List<TrainingSample> samples) {
  /** Copies the lists of records. */
  StepResult {
    created = List.copyOf(created);
    samples = List.copyOf(samples);
  }
}
