package org.sealflow.learn.weights;

/**
 * A checkpoint that needs a snapshot's file. Flat, since it is kept in operator state.
 *
 * @param checkpoint number of the checkpoint or savepoint
 * @param completed whether it is known to have completed
 * @param uri the file
 * @param digest its SHA-256
 * @param bytes its length
 */
public record HeldSnapshot(
    long checkpoint, boolean completed, String uri, String digest, long bytes) {
  /** Of a checkpoint that has begun. */
  static HeldSnapshot begun(long checkpoint, StoredSnapshot snapshot) {
    return new HeldSnapshot(checkpoint, false, snapshot.uri(), snapshot.digest(), snapshot.bytes());
  }

  /** The same, known to have completed. */
  HeldSnapshot asCompleted() {
    return new HeldSnapshot(checkpoint, true, uri, digest, bytes);
  }

  /** The file. */
  StoredSnapshot snapshot() {
    return new StoredSnapshot(uri, digest, bytes);
  }
}
