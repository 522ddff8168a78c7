package org.sealflow.learn.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sealflow.learn.weights.LearnerState;
import org.sealflow.learn.weights.StoredSnapshot;
import org.sealflow.learn.weights.StoredWeights;
import org.sealflow.schemas.PolicyUpdate;

/**
 * A policy ready to be trained.
 *
 * @param state what learning has come to
 * @param encoded the same as chunks of bytes
 * @param created the file of its snapshot, if the opening has made one
 * @param weights where version 0 was written, or the restored version once more; null if its
 *     weights are still where they were published
 * @param update version 0, to be published; null if learning goes on
 */
record OpenedPolicy(
    LearnerState state,
    List<byte[]> encoded,
    List<StoredSnapshot> created,
    @Nullable StoredWeights weights,
    @Nullable PolicyUpdate update) {
  /** Copies the files. */
  OpenedPolicy {
    created = List.copyOf(created);
  }
}
