package org.sealflow.learn.weights;

import org.jspecify.annotations.Nullable;
import org.sealflow.model.Snapshot;

/**
 * The state of training, as the learner's state keeps it: itself, or the file that holds it. One of
 * the two is null.
 *
 * @param inState weights and optimizer; null if a file holds them
 * @param inFile the file; null if the state holds them
 */
public record KeptSnapshot(@Nullable Snapshot inState, @Nullable StoredSnapshot inFile) {
  /**
   * Checks that it is one of the two.
   *
   * @throws IllegalArgumentException if it is both or neither
   */
  public KeptSnapshot {
    if ((inState == null) == (inFile == null)) {
      throw new IllegalArgumentException(
          "a snapshot in the state: %s, in a file: %s; expected one of the two"
              .formatted(inState != null, inFile));
    }
  }

  /** Kept in the state itself. */
  public static KeptSnapshot of(Snapshot snapshot) {
    return new KeptSnapshot(snapshot, null);
  }

  /** Kept in a file. */
  public static KeptSnapshot of(StoredSnapshot file) {
    return new KeptSnapshot(null, file);
  }
}
